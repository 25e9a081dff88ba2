; Three parts of a word that are the same.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.substr x 0 2) (str.substr x 3 2)))
(assert (distinct y (str.substr x 1 2)))
(assert (and (= (str.len x) 5) (= (str.indexof x "q" 0) 1)))
(check-sat)
