; The square root of a negative number is none, that of -0 is -0.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 3 4))
(assert (fp.isNegative x))
(assert (not (ite (fp.isZero x) (= (fp.sqrt RNE x) x) (fp.isNaN (fp.sqrt RNE x)))))
(check-sat)
