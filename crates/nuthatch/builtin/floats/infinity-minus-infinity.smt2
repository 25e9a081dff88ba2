; A sum is not a number although its parts are.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (not (or (fp.isNaN x) (fp.isNaN y))))
(assert (fp.isNaN (fp.add RNE x y)))
(assert (fp.lt x y))
(check-sat)
