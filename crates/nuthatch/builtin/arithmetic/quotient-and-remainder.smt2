; Division by -3 and its remainder give back the number.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (= y (+ (* (- 3) (div x (- 3))) (mod x (- 3)))))
(assert (distinct x y))
(check-sat)
