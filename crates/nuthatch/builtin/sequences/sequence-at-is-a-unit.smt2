; The sequence at a place holds one element or none.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const n Int)
(assert (> (seq.len (seq.at s n)) (ite (and (<= 0 n) (< n (seq.len s))) 1 0)))
(check-sat)
