; A word without the pattern stays as it is.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (not (str.contains x y)))
(assert (distinct (str.replace x y z) x))
(check-sat)
