; A word above a letter and below one that it begins.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (and (str.< "a" x) (= (str.len x) 1)))
(assert (and (str.< x y) (str.prefixof x y) (= (str.len y) 2)))
(check-sat)
