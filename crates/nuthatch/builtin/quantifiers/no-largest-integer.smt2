; There is no largest integer.
(set-logic LIA)
(set-info :status unsat)
(assert (exists ((x Int)) (forall ((y Int)) (<= y x))))
(check-sat)
