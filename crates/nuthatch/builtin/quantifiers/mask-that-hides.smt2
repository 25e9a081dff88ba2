; A mask under which shifts by two make no difference.
(set-logic BV)
(set-info :status sat)
(declare-const m (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (= (bvand m (bvlshr (bvshl x #x02) #x02)) (bvand m x))))
(assert (bvugt m #x0f))
(check-sat)
