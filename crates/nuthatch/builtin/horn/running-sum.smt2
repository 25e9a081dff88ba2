; A sum of numbers that are each at least one is not below their number.
(set-logic HORN)
(set-info :status sat)
(declare-fun sum (Int Int) Bool)
(assert (sum 0 0))
(assert (forall ((i Int) (s Int) (x Int)) (=> (and (sum i s) (>= x 1)) (sum (+ i 1) (+ s x)))))
(assert (forall ((i Int) (s Int)) (=> (sum i s) (>= s i))))
(check-sat)
