; A union is not larger than its parts together.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(assert (> (set.card (set.union a b)) (+ (set.card a) (set.card b))))
(check-sat)
