; The seventh Fibonacci number is 13, which is claimed not to be.
(set-logic HORN)
(set-info :status unsat)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (>= n 0) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (> n 1) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((r Int)) (=> (and (fib 7 r) (= r 13)) false)))
(check-sat)
