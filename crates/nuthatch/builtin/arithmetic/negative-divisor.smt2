; Remainders are never negative, whatever the sign of the divisor.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (mod x (- 7)) 3))
(assert (= (div x (- 7)) y))
(assert (and (< x 0) (> y 0)))
(check-sat)
