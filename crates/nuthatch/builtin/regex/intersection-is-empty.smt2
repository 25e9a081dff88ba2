; Words over different letters have only the empty word in common.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.inter (re.* (re.range "a" "c")) (re.* (re.range "d" "f")))))
(assert (distinct x ""))
(check-sat)
