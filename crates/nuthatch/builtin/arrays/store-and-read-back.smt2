; What is stored can be read back, and other places are as they were.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const j Int)
(define-fun b () (Array Int Int) (store a i 5))
(assert (or (not (= (select b i) 5)) (and (not (= i j)) (not (= (select a j) (select b j))))))
(check-sat)
