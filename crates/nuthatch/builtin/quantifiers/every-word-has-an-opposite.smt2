; Every word of bits has a negation.
(set-logic BV)
(set-info :status sat)
(assert (forall ((x (_ BitVec 3))) (exists ((y (_ BitVec 3))) (= (bvadd x y) #b000))))
(check-sat)
