; An element of the second part is found behind the first part.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (and (= (seq.len s) 2) (= (seq.len t) 2)))
(assert (distinct (seq.nth (seq.++ s t) 3) (seq.nth t 1)))
(check-sat)
