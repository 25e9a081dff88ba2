; To replace the empty word is to put something in front.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (distinct (str.replace x "" y) (str.++ y x)))
(check-sat)
