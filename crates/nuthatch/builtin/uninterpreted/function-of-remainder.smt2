; A function of a remainder takes no more than two values here.
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (distinct (f (mod x 2)) (f (mod y 2)) (f (mod z 2))))
(check-sat)
