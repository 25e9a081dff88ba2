; Two ways to merge under a mask.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(declare-const m (_ BitVec 16))
(assert (distinct (bvor (bvand x m) (bvand y (bvnot m))) (bvxor y (bvand (bvxor x y) m))))
(check-sat)
