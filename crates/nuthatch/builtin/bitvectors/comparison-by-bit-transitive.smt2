; Of three comparisons, not exactly two hold.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (= (bvadd ((_ zero_extend 1) (bvcomp x y)) ((_ zero_extend 1) (bvcomp y z))
  ((_ zero_extend 1) (bvcomp x z))) #b10))
(check-sat)
