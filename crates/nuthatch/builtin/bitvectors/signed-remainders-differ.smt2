; The two signed remainders differ if the signs do.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(assert (distinct (bvsrem x y) (bvsmod x y)))
(assert (bvslt (bvsmod x y) #b000000))
(assert (bvsgt x #b000100))
(check-sat)
