; A counter that stops at ten never passes it.
(set-logic HORN)
(set-info :status sat)
(declare-fun counter (Int) Bool)
(assert (counter 0))
(assert (forall ((x Int)) (=> (and (counter x) (< x 10)) (counter (+ x 1)))))
(assert (forall ((x Int)) (=> (and (counter x) (> x 10)) false)))
(check-sat)
