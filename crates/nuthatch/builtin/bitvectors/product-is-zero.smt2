; Two numbers that are not zero with a product that is.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (bvmul x y) #x0000))
(assert (and (bvugt x #x0100) (bvugt y #x0100) (distinct x y)))
(check-sat)
