; Sums of three numbers below one can be two. Not linear, over the reals.
(set-logic HORN)
(set-info :status unsat)
(declare-fun sum (Int Real) Bool)
(assert (forall ((x Real)) (=> (and (<= 0.0 x) (< x 1.0)) (sum 1 x))))
(assert (forall ((m Int) (n Int) (x Real) (y Real))
  (=> (and (sum m x) (sum n y)) (sum (+ m n) (+ x y)))))
(assert (forall ((x Real)) (=> (sum 3 x) (< x 2.0))))
(check-sat)
