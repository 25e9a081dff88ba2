; Not a number is the same as itself, but does not compare equal.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (and (fp.isNaN x) (fp.isNaN y)))
(assert (or (distinct x y) (fp.eq x y) (fp.leq x x)))
(check-sat)
