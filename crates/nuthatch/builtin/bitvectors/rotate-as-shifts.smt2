; A rotation is two shifts.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(assert (distinct ((_ rotate_right 3) x) (bvor (bvlshr x #x0003) (bvshl x #x000d))))
(check-sat)
