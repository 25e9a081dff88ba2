; The empty word is found where the search begins, if that is inside.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (<= 0 n (str.len x)))
(assert (distinct (str.indexof x "" n) n))
(check-sat)
