; In a sorted array a later element is not below.
(set-logic AUFLIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const n Int)
(assert (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (<= j n)) (<= (select a i) (select a j)))))
(assert (and (> n 5) (< (select a 4) (select a 2))))
(check-sat)
