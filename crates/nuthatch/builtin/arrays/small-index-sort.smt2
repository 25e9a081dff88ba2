; Arrays over one bit that agree at both places are equal.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const a (Array (_ BitVec 1) (_ BitVec 4)))
(declare-const b (Array (_ BitVec 1) (_ BitVec 4)))
(declare-const i (_ BitVec 1))
(assert (and (= (select a i) (select b i)) (= (select a (bvnot i)) (select b (bvnot i)))))
(assert (distinct a b))
(check-sat)
