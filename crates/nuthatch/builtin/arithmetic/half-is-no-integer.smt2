; Integers used as reals: a half is not an integer.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const n Int)
(declare-const r Real)
(assert (= r (/ 1 2)))
(assert (= n r))
(check-sat)
