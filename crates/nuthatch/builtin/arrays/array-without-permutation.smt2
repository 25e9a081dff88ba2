; Three different small places cannot lie in two.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const p (Array Int Int))
(assert (and (<= 0 (select p 0) 1) (<= 0 (select p 1) 1) (<= 0 (select p 2) 1)))
(assert (distinct (select p 0) (select p 1) (select p 2)))
(check-sat)
