; If the whole is replaced, only the new one is left.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(declare-const u (Seq Int))
(assert (= s t))
(assert (distinct (seq.replace s t u) u))
(check-sat)
