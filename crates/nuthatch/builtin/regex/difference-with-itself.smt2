; A difference that leaves nothing, by another writing of the same loop.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.diff (re.* (str.to_re "a")) (re.opt (re.+ (str.to_re "a"))))))
(check-sat)
