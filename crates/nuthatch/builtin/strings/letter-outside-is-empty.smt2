; There is no letter at a negative place or behind the end.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (distinct (str.at x n) ""))
(assert (or (< n 0) (>= n (str.len x))))
(check-sat)
