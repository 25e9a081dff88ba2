; The sum of opposite numbers is a negative zero when rounding down only.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const r RoundingMode)
(declare-const x Float32)
(assert (not (or (fp.isNaN x) (fp.isInfinite x) (fp.isZero x))))
(assert (distinct (fp.isNegative (fp.sub r x x)) (= r RTN)))
(check-sat)
