; Two words averaged by sum and halving: the sum may wrap around.
(set-logic HORN)
(set-info :status unsat)
(declare-fun average ((_ BitVec 4) (_ BitVec 4) (_ BitVec 4)) Bool)
(assert (forall ((a (_ BitVec 4)) (b (_ BitVec 4)))
  (=> (bvule a b) (average a b (bvlshr (bvadd a b) #x1)))))
(assert (forall ((a (_ BitVec 4)) (b (_ BitVec 4)) (m (_ BitVec 4)))
  (=> (average a b m) (and (bvule a m) (bvule m b)))))
(check-sat)
