; The length of a word is the number that it is.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (= (str.to_int x) (* 6 (str.len x))))
(assert (= (str.len x) 2))
(check-sat)
