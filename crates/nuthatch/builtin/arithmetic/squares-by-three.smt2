; Squares leave no remainder of 2 by 3.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (and (<= 0 x 6) (= y (* x x))))
(assert (= (mod y 3) 2))
(check-sat)
