; No word has an even and an odd number of letters.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x ((_ re.loop 0 3) (str.to_re "aa"))))
(assert (str.in_re x (re.++ (str.to_re "a") ((_ re.loop 0 2) (str.to_re "aa")))))
(check-sat)
