; A function that undoes itself is one to one.
(set-logic UFBV)
(set-info :status unsat)
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (= (f (f x)) x)))
(assert (and (bvult a b) (= (f a) (f b))))
(check-sat)
