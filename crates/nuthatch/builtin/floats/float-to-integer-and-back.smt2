; Small integers survive the way to a float and back.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const a (_ BitVec 6))
(define-fun x () Float32 ((_ to_fp 8 24) RNE a))
(define-fun u () Float32 ((_ to_fp_unsigned 8 24) RNE a))
(assert (not (and (= ((_ fp.to_sbv 6) RTZ x) a) (= ((_ fp.to_ubv 6) RTZ u) a))))
(check-sat)
