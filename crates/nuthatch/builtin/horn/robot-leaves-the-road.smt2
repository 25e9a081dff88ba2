; A car over the reals with a gain that is too high leaves its lane.
(set-logic HORN)
(set-info :status unsat)
(declare-fun car (Real Real) Bool)
(assert (forall ((x Real)) (=> (and (>= x 0.0) (<= x 0.5)) (car x 1.0))))
(assert (forall ((x Real) (v Real))
  (=> (and (car x v) (<= x 2.0)) (car (+ x v) (* 1.5 v)))))
(assert (forall ((x Real) (v Real)) (=> (and (car x v) (> x 2.75)) false)))
(check-sat)
