; x - y borrows exactly when x is below y.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(define-fun wide () (_ BitVec 9) (bvsub (concat #b0 x) (concat #b0 y)))
(assert (distinct (bvult x y) (= ((_ extract 8 8) wide) #b1)))
(check-sat)
