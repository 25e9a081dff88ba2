; A word in one loop and not in the other.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x (re.diff (re.* (re.union (str.to_re "a") (str.to_re "b")))
  (re.* (re.++ (re.* (str.to_re "a")) (str.to_re "b"))))))
(assert (= (str.len x) 3))
(assert (str.contains x "b"))
(check-sat)
