; cvc5's finite sets: only for scripts that use operators of that name.

(grow Bool 4 (set.member A (Set A)))
(grow Bool 2 (set.subset (Set A) (Set A)))
(grow (Set A) 3 (set.singleton A))
(grow (Set A) 3 (set.union (Set A) (Set A)))
(grow (Set A) 3 (set.inter (Set A) (Set A)))
(grow (Set A) 3 (set.minus (Set A) (Set A)))
(grow (Set A) 1 (set.insert A (Set A)))
(grow Int 2 :used (set.card (Set A)))
(grow Bool 1 :used (set.is_empty (Set A)))
(grow Bool 1 :used (set.is_singleton (Set A)))
