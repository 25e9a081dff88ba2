; A number whose square ends in the number.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 10))
(assert (= (bvmul x (bvadd x (_ bv1 10))) (bvadd x (_ bv16 10))))
(assert (bvugt x (_ bv4 10)))
(check-sat)
