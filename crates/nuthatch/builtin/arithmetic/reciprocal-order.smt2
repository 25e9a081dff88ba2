; Reciprocals of positive numbers are in the opposite order.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(assert (and (< 0.0 x) (< x y)))
(assert (<= (/ 1.0 x) (/ 1.0 y)))
(check-sat)
