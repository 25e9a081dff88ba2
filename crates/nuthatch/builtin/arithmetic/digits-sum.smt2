; A number of two digits and the sum of its digits have the same remainder by 3.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(define-fun digit-sum () Int (+ (div x 10) (mod x 10)))
(assert (and (<= 10 x) (<= x 99)))
(assert (distinct (mod digit-sum 3) (mod x 3)))
(check-sat)
