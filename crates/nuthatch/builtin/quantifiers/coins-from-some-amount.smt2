; Every amount from eight can be paid with threes and fives.
(set-logic LIA)
(set-info :status sat)
(declare-const n Int)
(assert (forall ((x Int)) (=> (>= x n) (exists ((a Int) (b Int))
  (and (>= a 0) (>= b 0) (= x (+ (* 3 a) (* 5 b))))))))
(assert (= n 8))
(check-sat)
