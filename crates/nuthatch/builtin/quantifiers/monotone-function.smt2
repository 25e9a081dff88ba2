; A function that keeps the order and is above at one place.
(set-logic UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const n Int)
(assert (forall ((x Int) (y Int)) (! (=> (<= x y) (<= (f x) (f y))) :pattern ((f x) (f y)))))
(assert (< (f (+ n 5)) (f (+ n 2))))
(check-sat)
