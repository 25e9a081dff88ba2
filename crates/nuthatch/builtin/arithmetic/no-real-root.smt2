; A parabola above the axis.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(assert (<= (+ (* x x) x 1.0) 0.0))
(check-sat)
