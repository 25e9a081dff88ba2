; A part of a part is a part.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (and (str.contains x y) (str.contains y z)))
(assert (not (str.contains (str.++ "q" x) z)))
(check-sat)
