; The floor of a sum may be larger than the sum of the floors.
(set-logic QF_LIRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (> (to_int (+ x y)) (+ (to_int x) (to_int y))))
(assert (and (not (is_int x)) (not (is_int y)) (is_int (+ x y)) (< x 0.0)))
(check-sat)
