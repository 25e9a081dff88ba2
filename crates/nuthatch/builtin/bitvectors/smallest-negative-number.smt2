; The smallest number is its own negation.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 10))
(assert (= (bvneg x) x))
(assert (distinct x (_ bv0 10)))
(assert (bvslt (bvadd x x x) (_ bv1 10)))
(check-sat)
