; The union distributes over the intersection.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const c (Set Int))
(assert (distinct (set.union a (set.inter b c)) (set.inter (set.union a b) (set.union a c))))
(check-sat)
