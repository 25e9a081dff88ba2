; A line cuts a circle.
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 2.0))
(assert (= y (+ x 0.5)))
(assert (< x 0.0))
(check-sat)
