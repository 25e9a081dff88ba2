; Signed division by zero is 1 or -1.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(assert (= (bvsdiv x y) #b000001))
(assert (distinct x y))
(assert (= (bvsrem x y) x))
(check-sat)
