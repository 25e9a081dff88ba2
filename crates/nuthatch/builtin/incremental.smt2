; Several questions about one set of assertions.
(set-logic QF_LRA)
(declare-const x Real)
(assert (! (> x 0.0) :named positive))
(push 1)
(assert (< x 0.0))
(check-sat) ; unsat
(pop 1)
(assert (or positive (= x 1.0)))
(check-sat) ; sat
