; Parts that begin outside are empty.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const i Int)
(declare-const n Int)
(assert (or (< i 0) (> i (seq.len s)) (< n 1)))
(assert (distinct (seq.extract s i n) (as seq.empty (Seq Int))))
(check-sat)
