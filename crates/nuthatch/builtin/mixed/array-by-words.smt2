; Words as places of an array.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Array String Int))
(declare-const x String)
(declare-const y String)
(assert (= (select (store a (str.++ x "b") 1) y) 2))
(assert (and (= x "a") (str.prefixof "a" y) (= (str.substr y 1 5) "b")))
(check-sat)
