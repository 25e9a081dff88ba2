; The floor of a number and of its negation add up to 0 or -1.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(define-fun s () Int (+ (to_int x) (to_int (- x))))
(assert (not (ite (is_int x) (= s 0) (= s (- 1)))))
(check-sat)
