; Newton's step finds inverses of odd numbers.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 6))
(define-fun y () (_ BitVec 6) (bvmul x (bvsub #b000010 (bvmul x x))))
(assert (= ((_ extract 0 0) x) #b1))
(assert (distinct ((_ extract 3 0) (bvmul x y)) #x1))
(check-sat)
