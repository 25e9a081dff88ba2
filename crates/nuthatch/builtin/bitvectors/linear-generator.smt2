; A generator of random numbers comes back to a small number after three steps.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(define-fun step ((y (_ BitVec 8))) (_ BitVec 8) (bvadd (bvmul y #x25) #x0b))
(assert (bvult (step (step (step x))) #x08))
(assert (bvugt (step x) (step (step x))))
(check-sat)
