; A function of the low bit takes no more than two values.
(set-logic QF_UFBV)
(set-info :status unsat)
(declare-fun f ((_ BitVec 1)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const z (_ BitVec 8))
(assert (distinct (f ((_ extract 0 0) x)) (f ((_ extract 0 0) y)) (f ((_ extract 0 0) z))))
(check-sat)
