; A prefix of the same length is the whole.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Bool))
(declare-const t (Seq Bool))
(assert (seq.prefixof s t))
(assert (>= (seq.len s) (seq.len t)))
(assert (not (seq.suffixof t s)))
(check-sat)
