; A word with one bit set, shifted, is never a word with two.
(set-logic HORN)
(set-info :status sat)
(declare-fun shifted ((_ BitVec 16)) Bool)
(assert (shifted #x0001))
(assert (forall ((x (_ BitVec 16))) (=> (shifted x) (shifted (bvshl x #x0001)))))
(assert (forall ((x (_ BitVec 16)))
  (=> (shifted x) (= (bvand x (bvsub x #x0001)) #x0000))))
(check-sat)
