; A range from b to a is empty.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.++ (re.* (re.range "b" "a")) (re.opt (re.range "c" "a")))))
(assert (not (= x "")))
(check-sat)
