; A part that is cut off by the end of the word.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const i Int)
(declare-const n Int)
(assert (< 0 (str.len (str.substr x i n)) n))
(assert (and (> i 2) (str.contains (str.substr x i n) "z")))
(check-sat)
