; A carry that runs through all bits.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (bvadd x y) (bvxor x y (bvshl (bvand x y) #x0001) #x0004)))
(assert (bvugt x (bvlshr y #x0003)))
(check-sat)
