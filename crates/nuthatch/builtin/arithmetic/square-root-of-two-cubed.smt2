; Roots of different powers of the same number.
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (= (* x x) 2.0))
(assert (= (* y y y) 2.0))
(assert (< 1.0 y x))
(check-sat)
