; A palindrome of five letters with a part that is none.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (= (str.len x) 5))
(assert (and (= (str.at x 0) (str.at x 4)) (= (str.at x 1) (str.at x 3))))
(assert (str.contains x "no"))
(check-sat)
