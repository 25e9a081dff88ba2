; Two words that are prefixes of each other are the same.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (and (str.prefixof x y) (str.prefixof y x)))
(assert (not (str.suffixof x y)))
(check-sat)
