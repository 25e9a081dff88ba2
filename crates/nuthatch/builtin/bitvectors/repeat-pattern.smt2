; A repeated pattern is a product.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(assert (distinct ((_ repeat 3) x) (bvmul #x111 (concat #x00 x))))
(check-sat)
