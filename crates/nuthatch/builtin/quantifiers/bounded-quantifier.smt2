; A function on three places takes a value twice.
(set-logic UFLIA)
(set-info :status sat)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (=> (<= 0 x 2) (<= 0 (f x) 1))))
(assert (exists ((x Int) (y Int)) (and (<= 0 x) (< x y) (<= y 2) (distinct (f x) (f y)))))
(check-sat)
