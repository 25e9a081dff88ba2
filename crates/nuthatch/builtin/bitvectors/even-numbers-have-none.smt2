; No even number has an inverse.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= ((_ extract 0 0) x) #b0))
(assert (= (bvmul x y) #x0001))
(check-sat)
