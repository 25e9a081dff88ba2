; A difference has nothing in common with what was taken away.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const x Int)
(assert (set.member x (set.minus a b)))
(assert (or (set.member x b) (not (set.member x (set.union b a)))))
(check-sat)
