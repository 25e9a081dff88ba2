; A shift by the width or more leaves nothing but the sign.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (bvuge n #x08))
(assert (or (distinct (bvshl x n) #x00) (distinct (bvlshr x n) #x00)
  (distinct (bvashr x n) (bvashr x #x07))))
(check-sat)
