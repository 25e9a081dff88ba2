; No multiple of 7 lies strictly between 7k and 7k + 7.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const k Int)
(declare-const m Int)
(declare-const x Int)
(assert (= x (* 7 m)))
(assert (and (< (* 7 k) x) (< x (+ (* 7 k) 7))))
(check-sat)
