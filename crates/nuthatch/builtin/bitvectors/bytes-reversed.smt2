; A number that is itself when its bytes are reversed.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 32))
(define-fun reversed () (_ BitVec 32)
  (concat ((_ extract 7 0) x) ((_ extract 15 8) x) ((_ extract 23 16) x) ((_ extract 31 24) x)))
(assert (= x reversed))
(assert (bvugt ((_ extract 15 0) x) (bvnot ((_ extract 31 16) x))))
(check-sat)
