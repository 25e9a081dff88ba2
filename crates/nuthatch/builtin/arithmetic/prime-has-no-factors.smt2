; 13 is prime.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (= (* x y) 13))
(assert (and (< 1 x 13) (< 1 y 13)))
(check-sat)
