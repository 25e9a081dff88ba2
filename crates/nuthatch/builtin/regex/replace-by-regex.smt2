; The shortest match is replaced.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= x (str.++ y "b")))
(assert (= y "aa"))
(assert (= (str.replace_re x (re.+ (str.to_re "a")) "c") "cab"))
(check-sat)
