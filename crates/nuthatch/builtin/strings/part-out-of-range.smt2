; Parts that begin outside or have no length are empty.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const i Int)
(declare-const n Int)
(assert (or (< i 0) (>= i (str.len x)) (<= n 0)))
(assert (distinct (str.substr x i n) ""))
(check-sat)
