; Unsigned division by zero is all ones, the remainder is the dividend.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvand y (bvnot y)) y))
(assert (or (distinct (bvudiv x y) #xff) (distinct (bvurem x y) x)))
(check-sat)
