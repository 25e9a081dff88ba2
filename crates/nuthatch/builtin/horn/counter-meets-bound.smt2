; A counter that stops at ten gets there.
(set-logic HORN)
(set-info :status unsat)
(declare-fun counter (Int) Bool)
(assert (counter 0))
(assert (forall ((x Int)) (=> (and (counter x) (< x 10)) (counter (+ x 1)))))
(assert (forall ((x Int)) (not (and (counter x) (= x 10)))))
(check-sat)
