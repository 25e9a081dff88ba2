; The naive average is wrong for large numbers.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(define-fun naive () (_ BitVec 8) (bvudiv (bvadd x y) #x02))
(assert (bvult naive x))
(assert (bvult naive y))
(check-sat)
