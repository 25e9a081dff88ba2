; A square root whose square is above the number.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 4 5))
(declare-const y (_ FloatingPoint 4 5))
(assert (= y (fp.sqrt RNE x)))
(assert (fp.gt (fp.mul RNE y y) x))
(assert (fp.isNormal y))
(check-sat)
