; Implications that are nested to the left and to the right differ.
(set-logic QF_UF)
(set-info :status sat)
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert (distinct (=> a b c) (=> (=> a b) c)))
(assert (or b (not c)))
(check-sat)
