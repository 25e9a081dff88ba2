; Neighbours in Gray code differ in one bit.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(define-fun gray ((y (_ BitVec 8))) (_ BitVec 8) (bvxor y (bvlshr y #x01)))
(define-fun change () (_ BitVec 8) (bvxor (gray x) (gray (bvadd x #x01))))
(assert (or (= change #x00) (distinct (bvand change (bvsub change #x01)) #x00)))
(check-sat)
