; To replace all empty words changes nothing.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (distinct (str.replace_all x "" y) x))
(check-sat)
