; A bound for a family of lines on an interval.
(set-logic LRA)
(set-info :status sat)
(declare-const b Real)
(assert (forall ((x Real)) (=> (and (<= 0.0 x) (<= x 1.0)) (< (- (* 3.0 x) 1.0) b))))
(assert (exists ((x Real)) (and (> x 0.5) (> (* 2.0 x) b) (< x 1.25))))
(check-sat)
