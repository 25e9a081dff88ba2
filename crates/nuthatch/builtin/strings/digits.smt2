; A digit behind a letter that is none.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.is_digit (str.at x 1)))
(assert (not (str.is_digit (str.at x 0))))
(assert (= (str.to_int (str.substr x 1 2)) 40))
(check-sat)
