; The average of two numbers by bit tricks and with one more bit.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(define-fun tricky () (_ BitVec 8) (bvadd (bvand x y) (bvlshr (bvxor x y) #x01)))
(define-fun wide () (_ BitVec 9) (bvadd ((_ zero_extend 1) x) ((_ zero_extend 1) y)))
(assert (distinct tricky ((_ extract 8 1) wide)))
(check-sat)
