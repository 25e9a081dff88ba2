; A word of digits is a number, the number is written without leading zeros.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.to_int x) 7))
(assert (= (str.len x) 1))
(assert (distinct (str.from_int (str.to_int x)) x))
(check-sat)
