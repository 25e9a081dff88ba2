(set-logic BV)
(declare-const a (_ BitVec 1))
(assert (= (forall ((b (_ BitVec 1))) (= b #b0)) (= a #b0)))
(check-sat)
