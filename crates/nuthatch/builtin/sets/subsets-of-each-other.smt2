; Sets that are subsets of each other are equal.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const c (Set Int))
(assert (and (set.subset a b) (set.subset b c) (set.subset c a)))
(assert (or (distinct a b) (distinct b c)))
(check-sat)
