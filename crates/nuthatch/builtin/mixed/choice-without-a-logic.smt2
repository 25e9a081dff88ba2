; Numbers, truths and a function, without a logic.
(set-info :status unsat)
(declare-fun p (Int) Bool)
(declare-const x Int)
(declare-const y Int)
(assert (ite (p x) (< x y) (> x y)))
(assert (= (p x) (p y) (>= x y)))
(check-sat)
