; An element outside of a sequence may be anything.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const n Int)
(assert (> (seq.nth s n) (seq.nth s 0) 7))
(assert (and (> n (seq.len s)) (= (seq.len s) 1)))
(check-sat)
