; A replacement cannot always be undone.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (distinct (str.replace (str.replace x "a" "b") "b" "a") x))
(assert (= (str.len x) 2))
(check-sat)
