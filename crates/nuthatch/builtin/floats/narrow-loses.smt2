; A number that becomes zero in a narrow format.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(define-fun y () Float32 ((_ to_fp 8 24) RNE x))
(assert (and (fp.isNormal x) (fp.isZero y) (fp.isNegative y)))
(check-sat)
