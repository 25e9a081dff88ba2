; A sequence that starts and ends with different elements has more than one.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(assert (distinct (seq.nth s 0) (seq.nth s (- (seq.len s) 1))))
(assert (= (seq.len s) 1))
(check-sat)
