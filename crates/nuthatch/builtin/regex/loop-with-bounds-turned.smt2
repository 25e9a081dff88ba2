; A loop from three to two has no words.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re (str.++ x y) (re.union ((_ re.loop 3 2) (str.to_re "a")) (str.to_re "b"))))
(assert (not (or (= x "b") (= y "b"))))
(check-sat)
