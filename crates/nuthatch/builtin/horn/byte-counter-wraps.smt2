; A byte that grows by 51 comes back below where it began.
(set-logic HORN)
(set-info :status unsat)
(declare-fun loop ((_ BitVec 8)) Bool)
(assert (loop #x10))
(assert (forall ((x (_ BitVec 8))) (=> (loop x) (loop (bvadd x #x33)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (bvult x #x10)) false)))
(check-sat)
