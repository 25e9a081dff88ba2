; McCarthy's function beyond 101 is not 91.
(set-logic HORN)
(set-info :status unsat)
(declare-fun mc (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
(assert (forall ((n Int) (s Int) (r Int))
  (=> (and (<= n 100) (mc (+ n 11) s) (mc s r)) (mc n r))))
(assert (forall ((n Int) (r Int)) (=> (and (mc n r) (>= n 98) (distinct r 91)) false)))
(check-sat)
