; Two sets with as many elements as their union have nothing in common... or are empty.
(set-logic ALL)
(set-info :status sat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(assert (= (set.card (set.union a b)) (+ (set.card a) (set.card b))))
(assert (set.member 1 a))
(assert (set.subset (set.singleton 2) b))
(check-sat)
