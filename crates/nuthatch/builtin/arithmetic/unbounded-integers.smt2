; Infinitely many answers, none of them small.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (- (* 13 x) (* 21 y)) 1))
(assert (> (+ x y) 1000000))
(assert (not (= x (+ y y))))
(check-sat)
