; A list is empty or made of its parts.
(set-logic QF_DT)
(set-info :status unsat)
(declare-sort E 0)
(declare-datatype List ((nil) (cons (head E) (tail List))))
(declare-const x List)
(assert (distinct x nil (cons (head x) (tail x))))
(check-sat)
