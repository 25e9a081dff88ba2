; A remainder is not larger than half of the divisor.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 2 4))
(declare-const y (_ FloatingPoint 2 4))
(assert (not (or (fp.isNaN (fp.rem x y)) (fp.isInfinite y))))
(assert (fp.gt (fp.abs (fp.rem x y)) (fp.abs y)))
(check-sat)
