; A number is not the same after another one was added and taken away.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (= y (fp #b0 #x7f #b00000000000000000000001)))
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(assert (not (fp.eq (fp.sub RNE (fp.add RNE x y) y) x)))
(check-sat)
