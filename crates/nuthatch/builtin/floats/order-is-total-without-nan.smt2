; Numbers are below, equal or above.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (not (or (fp.isNaN x) (fp.isNaN y))))
(assert (not (or (fp.lt x y) (fp.gt x y) (fp.eq x y))))
(check-sat)
