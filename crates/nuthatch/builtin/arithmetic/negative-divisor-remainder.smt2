; A remainder by -5 lies between 0 and 4.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(define-fun r () Int (mod x (- 5)))
(assert (or (< r 0) (> r 4) (distinct (mod x 5) r)))
(check-sat)
