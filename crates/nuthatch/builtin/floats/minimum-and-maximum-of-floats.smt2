; The smaller one is not above the larger one.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (not (or (fp.isNaN x) (fp.isNaN y))))
(assert (fp.gt (fp.min x y) (fp.max x y)))
(check-sat)
