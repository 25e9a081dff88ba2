; A replacement of one element by two.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (= t (seq.replace s (seq.unit 0) (seq.++ (seq.unit 1) (seq.unit 0)))))
(assert (> (seq.len t) (seq.len s)))
(assert (= (seq.nth t 2) 0))
(check-sat)
