; A length that is a multiple of three and more than seven.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x (re.* (re.++ (str.to_re "a") (re.opt (str.to_re "bb"))))))
(assert (= (mod (str.len x) 3) 0))
(assert (and (> (str.len x) 3) (< (str.len x) 9) (str.contains x "ab")))
(check-sat)
