; An array that is the same everywhere is changed at one place only.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const j Int)
(assert (= a (store ((as const (Array Int Int)) 0) i 5)))
(assert (and (distinct (select a j) 0) (distinct (select a j) (select a i))))
(check-sat)
