; The triangle inequality.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (> (abs (- x z)) (+ (abs (- x y)) (abs (- y z)))))
(check-sat)
