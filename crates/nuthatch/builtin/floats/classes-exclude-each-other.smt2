; Every number is in exactly one class.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (or (and (fp.isNormal x) (fp.isSubnormal x)) (and (fp.isZero x) (fp.isInfinite x))
  (not (or (fp.isNormal x) (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x) (fp.isNaN x)))))
(check-sat)
