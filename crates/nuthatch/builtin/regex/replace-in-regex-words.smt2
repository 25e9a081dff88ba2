; Words without a b stay so if another letter is replaced.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x ((_ re.loop 0 3) (str.to_re "a"))))
(assert (str.contains (str.replace x "a" "c") "b"))
(check-sat)
