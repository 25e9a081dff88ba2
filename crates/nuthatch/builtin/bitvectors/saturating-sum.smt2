; A sum that saturates is not below its parts.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 12))
(declare-const y (_ BitVec 12))
(define-fun sum () (_ BitVec 12) (ite (bvult (bvadd x y) x) #xfff (bvadd x y)))
(assert (or (bvult sum x) (bvugt y sum)))
(check-sat)
