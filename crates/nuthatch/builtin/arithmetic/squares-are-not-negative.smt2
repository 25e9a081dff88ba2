; A sum of two squares is no less than twice the product.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (and (<= (- 2) x 2) (<= (- 2) y 2)))
(assert (< (+ (* x x) (* y y)) (* 2 x y)))
(check-sat)
