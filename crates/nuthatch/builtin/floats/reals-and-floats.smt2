; A float above a real bound.
(set-logic QF_FPLRA)
(set-info :status sat)
(declare-const x Float32)
(declare-const r Real)
(assert (= x ((_ to_fp 8 24) RNE 0.1)))
(assert (fp.gt x ((_ to_fp 8 24) RTN 0.1)))
(assert (and (< 0.0 r) (=> (fp.isNormal x) (> r 1.5))))
(check-sat)
