; A number that becomes three times as large when rotated.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 12))
(assert (= ((_ rotate_left 4) x) (bvmul #x003 x)))
(assert (distinct x #x000 #xfff))
(check-sat)
