; A function on truth values that is not the identity when applied twice.
(set-logic QF_UF)
(set-info :status sat)
(declare-fun f (Bool) Bool)
(declare-const a Bool)
(declare-const b Bool)
(assert (not (= (f (f a)) a)))
(assert (= (f b) (f (not b))))
(check-sat)
