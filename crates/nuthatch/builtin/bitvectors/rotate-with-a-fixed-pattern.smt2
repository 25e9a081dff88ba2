; A pattern that repeats after three bits but not after one.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 12))
(assert (= ((_ rotate_left 3) x) x))
(assert (distinct ((_ rotate_right 1) x) x))
(assert (bvuge ((_ rotate_left 1) x) ((_ rotate_left 2) x)))
(check-sat)
