; What fits into a narrow format is not changed by it.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float64)
(assert (= y ((_ to_fp 11 53) RTP x)))
(assert (distinct ((_ to_fp 8 24) RTN y) x))
(check-sat)
