; Two zeros that compare equal and are different.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.eq x y))
(assert (not (= x y)))
(assert (fp.leq x (fp.neg y)))
(check-sat)
