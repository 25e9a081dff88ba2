; x & (x - 1) clears the lowest set bit: it is zero for powers of two only.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 16))
(assert (not (= x #x0000)))
(assert (= (bvand x (bvsub x #x0001)) #x0000))
(assert (bvugt ((_ extract 15 8) x) #x0f))
(check-sat)
