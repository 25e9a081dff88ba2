; No number is both even and one more than an even number.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= x (* 2 y)))
(assert (= x (+ (* 2 z) 1)))
(check-sat)
