; Nothing changes if a word is replaced by itself.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (distinct (str.replace x y y) x))
(check-sat)
