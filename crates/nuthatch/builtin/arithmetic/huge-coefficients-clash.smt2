; Coefficients around two to the power of 63, with a common factor of two.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= (+ (* 9223372036854775808 x) (* 4611686018427387904 y) (* 6 z)) 9223372036854775807))
(assert (=> (> x 0) (< y 0)))
(check-sat)
