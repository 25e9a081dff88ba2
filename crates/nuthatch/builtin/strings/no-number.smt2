; Words that are no numbers stand for -1, negative numbers for no word.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (< n 0))
(assert (= x (str.from_int n)))
(assert (distinct (str.to_int x) (- 1)))
(check-sat)
