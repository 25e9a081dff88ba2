; The first element of a sorted array of three is not above the last.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const n Int)
(assert (and (<= (select a n) (select a (+ n 1))) (<= (select a (+ n 1)) (select a (+ n 2)))))
(assert (let ((m (+ n n 2))) (> (select a (- m n 2)) (select a (- m n)))))
(check-sat)
