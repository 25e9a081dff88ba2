; x & -x and x & (x - 1) split a number into its lowest bit and the rest.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(define-fun low () (_ BitVec 16) (bvand x (bvneg x)))
(define-fun rest () (_ BitVec 16) (bvand x (bvsub x #x0001)))
(assert (or (distinct (bvor low rest) x) (distinct (bvand low rest) #x0000)))
(check-sat)
