; An integral number stays as it is.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (= y (fp.roundToIntegral RTZ x)))
(assert (distinct (fp.roundToIntegral RNA y) y))
(check-sat)
