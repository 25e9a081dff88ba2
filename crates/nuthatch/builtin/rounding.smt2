; Addition of floating-point numbers is not associative.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(declare-const z Float32)
(assert (not (or (fp.isNaN x) (fp.isNaN y) (fp.isNaN z))))
(assert (not (fp.eq (fp.add RNE (fp.add RNE x y) z) (fp.add RNE x (fp.add RNE y z)))))
(check-sat)
