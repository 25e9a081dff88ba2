; A quotient times its divisor is the dividend, unless the divisor is zero.
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (distinct (* (/ x y) y) x))
(assert (or (> x 2.0) (> y 2.0)))
(check-sat)
