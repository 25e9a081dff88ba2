; The tower of Hanoi with three discs takes seven moves.
(set-logic HORN)
(set-info :status unsat)
(declare-fun hanoi (Int Int) Bool)
(assert (hanoi 0 0))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (> n 0) (hanoi (- n 1) a) (hanoi (- n 1) b)) (hanoi n (+ a b 1)))))
(assert (forall ((m Int)) (=> (hanoi 3 m) (< m 7))))
(check-sat)
