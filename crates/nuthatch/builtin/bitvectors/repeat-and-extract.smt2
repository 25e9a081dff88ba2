; A repeated pattern looks different from the middle.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 6))
(assert (bvult ((_ extract 8 3) ((_ repeat 2) x)) x))
(assert (= ((_ extract 2 0) x) (bvnot ((_ extract 5 3) x))))
(check-sat)
