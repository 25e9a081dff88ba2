; Division by 2 and then by 3 is division by 6.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(assert (distinct (div (div x 2) 3) (div x 6)))
(check-sat)
