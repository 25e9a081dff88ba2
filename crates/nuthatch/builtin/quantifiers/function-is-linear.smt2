; A function that grows by two with each step.
(set-logic UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (= (f (+ x 1)) (+ (f x) 2)) :pattern ((f x)))))
(assert (= (f 0) 3))
(assert (distinct (f 3) 9))
(check-sat)
