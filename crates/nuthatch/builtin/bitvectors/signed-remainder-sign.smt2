; The remainder of signed division never has the other sign.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 5))
(declare-const y (_ BitVec 5))
(assert (bvsgt x #b00000))
(assert (bvslt (bvsrem x y) #b00000))
(check-sat)
