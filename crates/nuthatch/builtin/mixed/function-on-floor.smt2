; A function of the floor does not notice the rest.
(set-logic ALL)
(set-info :status unsat)
(declare-fun f (Int) Real)
(declare-const x Real)
(declare-const y Real)
(assert (and (<= 3.0 x) (<= x y) (< y 4.0)))
(assert (distinct (f (to_int x)) (f (to_int y))))
(check-sat)
