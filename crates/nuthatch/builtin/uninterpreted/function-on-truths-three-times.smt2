; Applied three times, a function on truth values does what it does once.
(set-logic QF_UF)
(set-info :status unsat)
(declare-fun f (Bool) Bool)
(declare-const a Bool)
(assert (distinct (f (f (f a))) (f a)))
(check-sat)
