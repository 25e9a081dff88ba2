; The floor of a sum is not below the sum of the floors.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(assert (< (to_int (+ x y)) (+ (to_int x) (to_int y))))
(check-sat)
