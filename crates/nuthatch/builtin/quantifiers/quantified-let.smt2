; A let around a quantifier and one inside of it.
(set-logic LIA)
(set-info :status sat)
(declare-const n Int)
(assert (let ((m (+ n n)))
  (exists ((x Int)) (let ((y (+ x m)))
    (and (> y 10) (< (* 2 y) 24) (forall ((z Int)) (distinct (* 2 z) y)))))))
(check-sat)
