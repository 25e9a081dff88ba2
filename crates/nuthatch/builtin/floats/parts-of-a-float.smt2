; A number put together from its parts.
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const e (_ BitVec 8))
(declare-const m (_ BitVec 23))
(declare-const x Float32)
(assert (= x (fp #b1 e m)))
(assert (and (fp.isSubnormal x) (bvugt m ((_ zero_extend 15) (bvnot e)))))
(check-sat)
