; Addition commutes.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x (_ FloatingPoint 3 3))
(declare-const y (_ FloatingPoint 3 3))
(assert (distinct (fp.add RTP x y) (fp.add RTP y x)))
(check-sat)
