; A logical shift is a division by a power of two.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 6))
(declare-const n (_ BitVec 6))
(assert (bvult n #b000110))
(assert (distinct (bvlshr x n) (bvudiv x (bvshl #b000001 n))))
(check-sat)
