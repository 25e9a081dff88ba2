; Elements at the same place are the same, inside or outside.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(declare-const n Int)
(assert (= t (seq.extract s 0 (seq.len s))))
(assert (distinct (seq.nth s n) (seq.nth t n)))
(check-sat)
