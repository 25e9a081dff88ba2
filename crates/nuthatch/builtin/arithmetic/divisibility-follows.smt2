; Divisible by 4 and by 6 means divisible by 12.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(assert (and ((_ divisible 4) x) ((_ divisible 6) x)))
(assert (not ((_ divisible 12) x)))
(check-sat)
