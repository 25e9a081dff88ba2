; A byte that grows by two, with wrap-around, stays even.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop ((_ BitVec 8)) Bool)
(assert (loop #x00))
(assert (forall ((x (_ BitVec 8))) (=> (loop x) (loop (bvadd x #x02)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (= ((_ extract 0 0) x) #b1)) false)))
(check-sat)
