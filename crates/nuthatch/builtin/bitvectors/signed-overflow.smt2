; The sum of two positive numbers is negative.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 12))
(declare-const y (_ BitVec 12))
(assert (and (bvsgt x #x000) (bvsgt y #x000)))
(assert (bvslt (bvadd x y) #x000))
(assert (= ((_ extract 3 0) x) ((_ extract 11 8) y)))
(check-sat)
