; A number that is no sum of two others in a range.
(set-logic LIA)
(set-info :status sat)
(declare-const n Int)
(assert (< 0 n 40))
(assert (forall ((a Int) (b Int)) (=> (and (<= 3 a 6) (<= 7 b 9)) (distinct n (+ a b)))))
(assert (exists ((c Int)) (= n (+ (* 3 c) 1))))
(check-sat)
