; Words that commute are powers of one word.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (and (= (str.len x) 2) (= (str.len y) 4)))
(assert (str.prefixof "ab" y))
(check-sat)
