; Coins of 6, 10 and 15 can make 31 or more, but never 29.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (>= a 0) (>= b 0) (>= c 0)))
(assert (= (+ (* 6 a) (* 10 b) (* 15 c)) 29))
(check-sat)
