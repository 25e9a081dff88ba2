; Letters with different codes are different.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (and (= (str.len x) 1) (= (str.len y) 1)))
(assert (< (str.to_code x) (str.to_code y)))
(assert (= (str.++ x y) (str.++ y x)))
(check-sat)
