; There is a number with a negative absolute value.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= y (ite (bvsge x #x00) x (bvneg x))))
(assert (bvslt y #x00))
(check-sat)
