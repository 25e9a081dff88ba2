; Numbers of different signs never overflow when they are added.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(define-fun wide () (_ BitVec 9) (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y)))
(assert (xor (bvslt x #x00) (bvslt y #x00)))
(assert (distinct wide ((_ sign_extend 1) (bvadd x y))))
(check-sat)
