; Equal sets are the same element.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Set (Set Int)))
(declare-const a (Set Int))
(declare-const b (Set Int))
(assert (and (set.member (set.union a b) s) (not (set.member (set.union b a) s))))
(check-sat)
