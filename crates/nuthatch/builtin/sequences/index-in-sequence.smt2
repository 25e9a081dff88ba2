; The place of an element.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq Int))
(declare-const x Int)
(assert (= (seq.indexof s (seq.unit x) 0) 2))
(assert (and (distinct (seq.nth s 1) 5) (= (+ (seq.nth s 2) 1) (seq.nth s 0))))
(check-sat)
