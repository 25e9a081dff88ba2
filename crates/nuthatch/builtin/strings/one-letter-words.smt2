; A word with its first letter at each of its three places.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.len x) 3))
(assert (= (str.at x 0) (str.at x 1) (str.at x 2)))
(assert (distinct x (str.++ (str.at x 2) (str.substr x 0 2))))
(check-sat)
