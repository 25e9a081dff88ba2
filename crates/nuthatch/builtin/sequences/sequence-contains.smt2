; A sequence contains another one that neither begins nor ends it.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (seq.contains s t))
(assert (not (or (seq.prefixof t s) (seq.suffixof t s))))
(assert (= (seq.len t) 2))
(check-sat)
