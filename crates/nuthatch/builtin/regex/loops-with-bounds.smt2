; Loops that agree on six letters.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x ((_ re.loop 2 4) (str.to_re "ab"))))
(assert (str.in_re x (re.+ (re.++ (re.range "a" "b") (re.range "a" "c") (re.opt (str.to_re "a"))))))
(assert (= (mod (str.len x) 3) 0))
(check-sat)
