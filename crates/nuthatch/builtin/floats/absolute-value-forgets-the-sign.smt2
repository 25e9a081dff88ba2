; Two numbers with the same absolute value and different signs.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (= (fp.abs x) (fp.abs y)))
(assert (xor (fp.isNegative x) (fp.isNegative y)))
(assert (fp.isSubnormal x))
(check-sat)
