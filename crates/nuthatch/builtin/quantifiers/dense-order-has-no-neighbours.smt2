; No real has a next one.
(set-logic LRA)
(set-info :status unsat)
(declare-const x Real)
(assert (exists ((y Real)) (and (< x y) (forall ((z Real)) (or (<= z x) (>= z y))))))
(check-sat)
