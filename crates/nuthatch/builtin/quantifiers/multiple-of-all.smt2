; No bound on all even numbers.
(set-logic LIA)
(set-info :status unsat)
(declare-const n Int)
(assert (forall ((x Int)) (=> (exists ((y Int)) (= x (* 2 y))) (or (< x n) (< (* 2 x) n)))))
(check-sat)
