; No word is below the empty one, and prefixes are not above.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (or (str.< x "") (str.< (str.++ x y) x)))
(check-sat)
