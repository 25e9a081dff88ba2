; Negation turns the order around.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.lt x y))
(assert (not (fp.gt (fp.neg x) (fp.neg y))))
(check-sat)
