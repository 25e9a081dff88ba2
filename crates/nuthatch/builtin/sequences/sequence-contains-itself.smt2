; Sequences that contain each other are the same.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (and (seq.contains s t) (seq.prefixof s t)))
(assert (distinct s t))
(check-sat)
