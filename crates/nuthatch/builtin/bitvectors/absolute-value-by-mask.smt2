; The absolute value by a mask of the sign and by a choice.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(define-fun mask () (_ BitVec 8) (bvashr x #x07))
(assert (distinct (bvsub (bvxor x mask) mask) (ite (bvslt x #x00) (bvneg x) x)))
(check-sat)
