; Coefficients that do not fit into machine words.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (+ (* 18446744073709551616 x) (* 18446744073709551615 y)) 1))
(assert (<= (- 3) y 3))
(check-sat)
