; A thin triangle that holds real points but no integer ones.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (<= (- (* 4 y) (* 2 x)) 3))
(assert (>= (- (* 4 y) (* 2 x)) 3))
(assert (or (> x 0) (< y 0) (= x y)))
(check-sat)
