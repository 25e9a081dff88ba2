; Bits and an uninterpreted sort, without a logic.
(set-info :status sat)
(declare-sort U 0)
(declare-fun f ((_ BitVec 4)) U)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (distinct (f (bvadd x y)) (f (bvsub x y)) (f (bvmul x y))))
(assert (bvult (bvudiv x y) #x3))
(check-sat)
