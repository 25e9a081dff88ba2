; A shift to the left and back loses bits.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const n (_ BitVec 8))
(define-fun back () (_ BitVec 8) (bvlshr (bvshl x n) n))
(assert (and (distinct back x) (distinct back #x00)))
(assert (= (bvashr (bvshl x n) n) x))
(check-sat)
