; The largest of three numbers is at least their average.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(define-fun larger ((a Int) (b Int)) Int (ite (< a b) b a))
(assert (let ((m (larger x (larger y z)))) (< (* 3 m) (+ x y z))))
(check-sat)
