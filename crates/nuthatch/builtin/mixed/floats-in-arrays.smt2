; Floats in an array compare like floats.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Array Int Float32))
(declare-const i Int)
(assert (fp.lt (select a i) (select a (+ i 1))))
(assert (fp.leq (select (store a i (select a (+ i 1))) i) (select a i)))
(check-sat)
