; Two words from one loop never meet in the wrong order.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x ((_ re.loop 1 2) (str.to_re "ab"))))
(assert (str.in_re y ((_ re.loop 1 2) (str.to_re "ab"))))
(assert (str.suffixof "a" (str.++ x y)))
(check-sat)
