; A counter that starts at 0 and goes up by 2 never shows 7.
(set-logic HORN)
(set-info :status sat)
(declare-fun reachable (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (reachable x))))
(assert (forall ((x Int)) (=> (reachable x) (reachable (+ x 2)))))
(assert (forall ((x Int)) (=> (and (reachable x) (= x 7)) false)))
(check-sat)
