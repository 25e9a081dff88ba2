; Zero extension turns the signed order around.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (bvslt x y))
(assert (bvsgt ((_ zero_extend 4) x) ((_ zero_extend 4) y)))
(assert (bvult (bvmul x y) #x10))
(check-sat)
