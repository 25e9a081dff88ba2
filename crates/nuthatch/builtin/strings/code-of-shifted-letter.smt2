; A letter that is three behind another one.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.to_code (str.at y 0)) (+ (str.to_code (str.at x 0)) 3)))
(assert (and (str.prefixof "a" x) (str.suffixof "e" y) (= (str.len x) (str.len y) 2)))
(check-sat)
