; A number is not above its absolute value.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (not (fp.isNaN x)))
(assert (or (fp.gt x (fp.abs x)) (fp.isNegative (fp.abs x))))
(check-sat)
