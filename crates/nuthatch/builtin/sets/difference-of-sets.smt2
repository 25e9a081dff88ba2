; What is taken away does not come back as a whole.
(set-logic ALL)
(set-info :status sat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(assert (distinct (set.union (set.minus a b) b) a))
(assert (set.member 3 (set.inter a b)))
(assert (not (set.subset a b)))
(check-sat)
