; All places but one hold zero.
(set-logic AUFLIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const k Int)
(assert (forall ((i Int)) (or (= i k) (= (select a i) 0))))
(assert (and (distinct (select a 3) 0) (distinct (select a 4) 0)))
(check-sat)
