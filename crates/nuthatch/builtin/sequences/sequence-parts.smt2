; A sequence that is cut in two ways.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(declare-const u (Seq Int))
(assert (= (seq.++ s (seq.unit 1) t) (seq.++ t (seq.unit 2) u)))
(assert (and (= (seq.len s) 1) (= (seq.len t) 2)))
(check-sat)
