; No line lies above another one unless they are parallel.
(set-logic LRA)
(set-info :status unsat)
(declare-const b Real)
(assert (forall ((x Real)) (> (+ (* 2.0 x) b) (- (* 3.0 x) b))))
(check-sat)
