; Only the first occurrence is replaced.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace x "a" "bb")))
(assert (and (str.contains y "a") (str.prefixof "bb" y)))
(assert (not (str.prefixof "b" x)))
(check-sat)
