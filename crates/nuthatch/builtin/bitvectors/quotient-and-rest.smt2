; Quotient times divisor plus remainder is the dividend, even by zero.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 5))
(declare-const y (_ BitVec 5))
(assert (distinct (bvadd (bvmul (bvudiv x y) y) (bvurem x y)) x))
(check-sat)
