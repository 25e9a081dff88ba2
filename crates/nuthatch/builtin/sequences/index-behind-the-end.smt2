; Nothing is found in a sequence without the element.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (not (seq.contains s t)))
(assert (>= (seq.indexof s t 0) 0))
(check-sat)
