; Rounding up is never below rounding down.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 3 4))
(declare-const y (_ FloatingPoint 3 4))
(assert (fp.lt (fp.add RTP x y) (fp.add RTN x y)))
(check-sat)
