; Codes of no letters.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const n Int)
(assert (= x (str.from_code n)))
(assert (= (str.to_code x) (- 1)))
(assert (> n 100))
(check-sat)
