; Lengths alone rule out an equation.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x "abc" y) (str.++ z z)))
(assert (= (str.len x) (+ (str.len y) 2)))
(check-sat)
