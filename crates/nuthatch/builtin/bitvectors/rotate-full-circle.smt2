; Rotations to the left and to the right that add up to a circle.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 12))
(declare-const y (_ BitVec 12))
(assert (= y ((_ rotate_left 5) x)))
(assert (distinct ((_ rotate_left 7) y) ((_ rotate_right 5) y)))
(check-sat)
