; Words of bits in a sequence.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq (_ BitVec 8)))
(assert (= (seq.len s) 2))
(assert (= (bvadd (seq.nth s 0) (seq.nth s 1)) #x00))
(assert (bvult #x00 (seq.nth s 0) ))
(assert (distinct (seq.at s 0) (seq.at s 1)))
(check-sat)
