; A cycle of three in the order.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(declare-const z Float32)
(assert (and (fp.leq x y) (fp.lt y z)))
(assert (fp.leq z x))
(check-sat)
