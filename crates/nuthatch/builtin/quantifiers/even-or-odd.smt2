; Every integer is even or odd.
(set-logic LIA)
(set-info :status sat)
(assert (forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ (* 2 y) 1))))))
(check-sat)
