; Three places that lead to each other in a circle.
(set-logic QF_ALIA)
(set-info :status sat)
(declare-const p (Array Int Int))
(assert (distinct (select p 0) 0))
(assert (and (<= 0 (select p 0) 2) (<= 0 (select p 1) 2) (<= 0 (select p 2) 2)))
(assert (= (select p (select p (select p 0))) 0))
(assert (distinct (select p (select p 0)) 0))
(check-sat)
