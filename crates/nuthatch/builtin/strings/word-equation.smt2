; A word equation with two unknown words.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x "ab" y) (str.++ y "ba" x "")))
(assert (distinct x ""))
(check-sat)
