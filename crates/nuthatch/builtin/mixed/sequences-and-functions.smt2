; A function of sequences and of their lengths.
(set-logic ALL)
(set-info :status sat)
(declare-fun f ((Seq Int)) Int)
(declare-const s (Seq Int))
(assert (= (f s) (seq.len s)))
(assert (= (f (seq.++ s (seq.unit (f s)))) (seq.nth s 0)))
(assert (> (seq.nth s 0) 4 (seq.len s)))
(check-sat)
