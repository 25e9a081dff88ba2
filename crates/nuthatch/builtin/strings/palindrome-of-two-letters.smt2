; A palindrome of three letters from a and b that has both.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const s String)
(assert (str.in_re s ((_ re.^ 3) (re.union (str.to_re "a") (str.to_re "b")))))
(assert (= (str.at s 0) (str.at s 2)))
(assert (and (str.contains s "a") (str.contains s "b")))
(check-sat)
