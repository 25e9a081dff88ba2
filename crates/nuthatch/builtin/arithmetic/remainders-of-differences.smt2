; Remainders by two divisors of opposite sign.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (mod (- x y) (- 6)) 5))
(assert (= (div x 4) (div y (- 4))))
(assert (and (> x 0) (distinct (mod x 4) (mod y 4))))
(check-sat)
