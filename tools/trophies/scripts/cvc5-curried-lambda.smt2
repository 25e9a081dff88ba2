(set-logic HO_ALL)
(define-fun g ((f (-> Int (-> Int Int)))) Int (f 1 2))
(assert (not (= (g (lambda ((x Int)) (lambda ((y Int)) x))) 1)))
(check-sat)
