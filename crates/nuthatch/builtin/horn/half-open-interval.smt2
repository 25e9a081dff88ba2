; Averages of numbers below one stay below one. Not linear, over the reals.
(set-logic HORN)
(set-info :status sat)
(declare-fun inside (Real) Bool)
(assert (forall ((x Real)) (=> (and (<= 0.0 x) (< x 1.0)) (inside x))))
(assert (forall ((x Real) (y Real))
  (=> (and (inside x) (inside y)) (inside (/ (+ x y) 2.0)))))
(assert (forall ((x Real)) (=> (and (inside x) (>= x 1.0)) false)))
(check-sat)
