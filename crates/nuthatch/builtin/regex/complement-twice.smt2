; The complement of the complement.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(define-fun words () RegLan (re.++ (re.opt (str.to_re "a")) (str.to_re "b")))
(assert (str.in_re x (re.comp (re.comp words))))
(assert (not (or (= x "b") (= x "ab"))))
(check-sat)
