; A negative number is rounded to a negative zero.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (= y (fp.roundToIntegral RNE x)))
(assert (and (fp.isZero y) (fp.isNegative y) (fp.isNormal x)))
(assert (distinct (fp.roundToIntegral RNA x) y))
(check-sat)
