; A number that is written with leading zeros.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (= (str.to_int x) 42))
(assert (distinct (str.from_int (str.to_int x)) x))
(assert (< (str.len x) 5))
(check-sat)
