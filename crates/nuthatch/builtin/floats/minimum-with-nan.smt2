; The smaller one of a number and no number is the number.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.isNaN y))
(assert (or (distinct (fp.min x y) x) (distinct (fp.max y x) x)))
(check-sat)
