; No integer lies strictly between a floor and the next integer.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const n Int)
(assert (< (to_real (to_int x)) (to_real n) (to_real (+ (to_int x) 1))))
(assert (<= (- 8.0) x 8.0))
(check-sat)
