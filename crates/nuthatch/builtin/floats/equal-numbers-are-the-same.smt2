; Numbers that compare equal and are not zero are the same.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.eq x y))
(assert (not (fp.isZero x)))
(assert (distinct x y))
(check-sat)
