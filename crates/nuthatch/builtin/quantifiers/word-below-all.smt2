; No word is below its successor and all others above a bound.
(set-logic BV)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (=> (bvule n x) (bvult n (bvadd x #x01)))))
(assert (bvugt n #x10))
(check-sat)
