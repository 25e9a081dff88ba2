; A remainder is smaller than its divisor, if that is not zero.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (and (<= (- 3) y 3) (distinct y 0)))
(assert (or (< (mod x y) 0) (>= (mod x y) (abs y))))
(check-sat)
