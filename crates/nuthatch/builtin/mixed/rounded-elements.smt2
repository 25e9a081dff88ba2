; Real numbers in an array and their floors.
(set-logic ALL)
(set-info :status sat)
(declare-const a (Array Int Real))
(declare-const i Int)
(assert (= i (to_int (select a i))))
(assert (= (select a (+ i 1)) (+ (select a i) 0.5)))
(assert (= (to_int (select a (+ i 1))) (+ i 1)))
(check-sat)
