; Words in an array.
(set-logic ALL)
(set-info :status sat)
(declare-const a (Array Int String))
(declare-const i Int)
(assert (= (select a (+ i 1)) (str.++ (select a i) "x")))
(assert (str.contains (select a (str.len (select a i))) "xx"))
(assert (= (str.len (select a i)) 1))
(check-sat)
