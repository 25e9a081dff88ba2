; Two words from two loops make one from a third.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.+ (str.to_re "ab"))))
(assert (str.in_re y (re.+ (str.to_re "ba"))))
(assert (str.in_re (str.++ x "a" y) (re.* (re.union (str.to_re "aba") (str.to_re "ab") (str.to_re "aaba")))))
(check-sat)
