; A word is made of what is in front of a place and what is behind it.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (<= 0 n (str.len x)))
(assert (distinct x (str.++ (str.substr x 0 n) (str.substr x n (- (str.len x) n)))))
(check-sat)
