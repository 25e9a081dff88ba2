; The majority of negations is the negation of the majority.
(set-logic QF_UF)
(set-info :status unsat)
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(define-fun majority ((x Bool) (y Bool) (z Bool)) Bool (or (and x y) (and x z) (and y z)))
(assert (= (majority a b c) (majority (not a) (not b) (not c))))
(check-sat)
