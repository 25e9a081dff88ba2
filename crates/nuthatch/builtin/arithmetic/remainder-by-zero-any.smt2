; Remainders by zero may be negative.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const x Int)
(declare-const z Int)
(assert (< (mod x z) 0))
(assert (or (= z 0) (> z 3)))
(check-sat)
