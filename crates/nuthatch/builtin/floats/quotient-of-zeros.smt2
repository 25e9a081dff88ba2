; A quotient that is infinite and one that is no number.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 3 4))
(declare-const y (_ FloatingPoint 3 4))
(assert (fp.isInfinite (fp.div RNE x y)))
(assert (fp.isNaN (fp.div RNE y y)))
(assert (not (fp.isInfinite x)))
(check-sat)
