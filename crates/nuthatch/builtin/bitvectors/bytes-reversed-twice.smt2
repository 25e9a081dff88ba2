; Bytes that are reversed twice are in order.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 24))
(define-fun reverse ((y (_ BitVec 24))) (_ BitVec 24)
  (concat ((_ extract 7 0) y) ((_ extract 15 8) y) ((_ extract 23 16) y)))
(assert (let ((y (reverse x))) (and (distinct (reverse y) x) (bvult x y))))
(check-sat)
