; A right triangle with small sides.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (< 0 a) (< a b) (< b c) (< c 7)))
(assert (= (+ (* a a) (* b b)) (* c c)))
(check-sat)
