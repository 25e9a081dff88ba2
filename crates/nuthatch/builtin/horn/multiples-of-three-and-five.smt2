; Numbers that are multiples of three or of five, in the form of rules with constraints.
; The query is derived by 15.
(set-info :status sat)
(declare-rel three (Int))
(declare-rel five (Int))
(declare-rel both (Int))
(declare-var x Int)
(rule (three 3))
(rule (=> (three x) (three (+ x 3))))
(rule (five 5))
(rule (=> (five x) (five (+ x 5))))
(rule (=> (and (three x) (five x) (< x 100)) (both x)))
(query both)
