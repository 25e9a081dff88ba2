; No word stays the same when an a moves from the front to the back of one with a b.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.++ "a" x) (str.++ x "a")))
(assert (<= (str.len x) 2))
(assert (str.contains x "b"))
(check-sat)
