; Two factors without overflow.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvmul ((_ zero_extend 8) x) ((_ zero_extend 8) y)) #x08f7))
(assert (bvult x y))
(check-sat)
