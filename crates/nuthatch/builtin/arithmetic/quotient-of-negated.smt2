; Division by a negated divisor negates the quotient.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(assert (or (> x 0) (< x (- 10))))
(assert (not (= (div x (- 4)) (- (div x 4)))))
(check-sat)
