; Large integers are rounded on their way to a float.
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (= ((_ to_fp_unsigned 8 24) RNE a) ((_ to_fp_unsigned 8 24) RNE b)))
(assert (bvult (bvadd a #x00000002) b))
(assert (bvult b #x40000000))
(check-sat)
