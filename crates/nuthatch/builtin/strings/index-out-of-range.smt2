; Outside of the word nothing is found.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert (or (< n 0) (> n (str.len x))))
(assert (>= (str.indexof x y n) 0))
(check-sat)
