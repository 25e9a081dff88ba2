; Four digits that add up to more than one digit holds.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 16))
(define-fun digit ((y (_ BitVec 4))) (_ BitVec 6) ((_ zero_extend 2) y))
(assert (= (bvadd (digit ((_ extract 3 0) x)) (digit ((_ extract 7 4) x))
  (digit ((_ extract 11 8) x)) (digit ((_ extract 15 12) x))) #b110111))
(assert (distinct ((_ extract 3 0) x) ((_ extract 7 4) x)))
(check-sat)
