; A remainder of positive numbers that is negative.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 3 4))
(declare-const y (_ FloatingPoint 3 4))
(assert (and (fp.isPositive x) (fp.isPositive y) (fp.lt y x)))
(assert (fp.isNegative (fp.rem x y)))
(check-sat)
