; Two factors of 77 in the right order.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (* x y) 77))
(assert (< 1 x y))
(check-sat)
