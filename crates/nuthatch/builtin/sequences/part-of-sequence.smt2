; A part that is cut off by the end.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const n Int)
(assert (= (seq.extract s n 3) (seq.++ (seq.unit 4) (seq.unit n))))
(assert (> n 1))
(check-sat)
