; An interval that is tiny but not empty.
(set-logic QF_LRA)
(set-info :status sat)
(declare-const x Real)
(declare-const y Real)
(assert (< (/ 1 3) x 0.3333333333333333333334))
(assert (= (- y x) (* 2.0 x)))
(assert (> y 1.0))
(check-sat)
