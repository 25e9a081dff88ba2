; A point on an ellipse and below a hyperbola.
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* 4.0 y y)) 4.0))
(assert (and (< (* x y) 0.5) (> x 1.0) (> y 0.0)))
(check-sat)
