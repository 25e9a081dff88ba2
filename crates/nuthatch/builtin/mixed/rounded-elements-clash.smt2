; Floors of real numbers in an array.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Array Int Real))
(declare-const i Int)
(assert (and (<= (to_real i) (select a i)) (< (select a i) (to_real (+ i 1)))))
(assert (distinct (select a i) (select a (to_int (select a i)))))
(check-sat)
