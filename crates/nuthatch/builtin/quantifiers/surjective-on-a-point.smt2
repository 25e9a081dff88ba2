; A function hits two numbers and misses none of a pair.
(set-logic UFLIA)
(set-info :status sat)
(declare-fun f (Int) Int)
(assert (exists ((x Int)) (= (f x) (+ x 3))))
(assert (exists ((x Int) (y Int)) (and (distinct x y) (= (f x) (f y) (f 0)))))
(check-sat)
