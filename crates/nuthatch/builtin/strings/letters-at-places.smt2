; Letters at places that depend on the length.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(define-fun last () String (str.at x (- (str.len x) 1)))
(assert (= last (str.at x 0)))
(assert (distinct (str.at x 1) last ""))
(assert (= (str.at x 3) ""))
(check-sat)
