; Parity does not depend on the order.
(set-logic QF_UF)
(set-info :status unsat)
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(declare-const d Bool)
(assert (distinct (xor a b c d) (xor (xor d c) (xor b a))))
(check-sat)
