; Division by -2 and then by 3 is not always division by -6.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(assert (distinct (div (div x (- 2)) 3) (div x (- 6))))
(assert (and (<= (- 30) x 30) (= (mod x 5) 1)))
(check-sat)
