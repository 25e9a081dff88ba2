; A taxi number: the sum of two cubes.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (+ (* x x x) (* y y y)) 91))
(assert (or (< x 0) (< y x)))
(assert (and (<= (- 6) x 6) (<= (- 6) y 6)))
(check-sat)
