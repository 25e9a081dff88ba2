; The difference of two integers is one.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(assert (and (is_int x) (is_int y) (<= 1.0 x 4.0) (<= 0.0 y 3.0)))
(assert (not (is_int (- x y))))
(check-sat)
