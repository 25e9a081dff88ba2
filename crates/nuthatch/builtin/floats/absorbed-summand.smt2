; A summand that is lost in the rounding.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.isNormal y))
(assert (= (fp.add RNE x y) x))
(assert (not (fp.isInfinite x)))
(check-sat)
