; Not found from the middle, but in the whole.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.indexof x y 2) (- 1)))
(assert (str.contains x y))
(assert (and (> (str.len x) 3) (> (str.len y) 1)))
(check-sat)
