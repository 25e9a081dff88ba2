; Finite sets and relations, of cvc5 and CVC4; there is no SMT-LIB theory of
; them. A relation is a set of tuples: (Relation A B) is (Set (Tuple A B)),
; and tuples are in tuples.smt2. The finite sets of newer z3, (FiniteSet A),
; share several of the names. z3's sets as arrays are in arrays.smt2.

(theory Sets
  :sorts ((Set 1) (Relation ...) (FiniteSet 1))
  :funs (
    ; ---- cvc5: sets ----------------------------------------------------
    :single
    (set.empty (Set Bool))               ; the meaning without `as`
    (par (A) (set.empty (Set A)))
    (set.universe (Set Bool))
    (par (A) (set.universe (Set A)))
    (par (A) (set.singleton A (Set A)))
    (set.insert :sort-by set-insert)     ; elements, then a set
    (par (A) (set.union (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (set.inter (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (set.minus (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (set.complement (Set A) (Set A)))
    (par (A) (set.member A (Set A) Bool))
    (par (A) (set.subset (Set A) (Set A) Bool))
    (par (A) (set.is_empty (Set A) Bool))
    (par (A) (set.is_singleton (Set A) Bool))
    (par (A) (set.card (Set A) Int))
    (par (A) (set.choose (Set A) A))
    (par (A B) (set.map (-> A B) (Set A) (Set B)))
    (par (A) (set.filter (-> A Bool) (Set A) (Set A)))
    (par (A) (set.all (-> A Bool) (Set A) Bool))
    (par (A) (set.some (-> A Bool) (Set A) Bool))
    (par (A B) (set.fold (-> A B B) B (Set A) B))
    (par (A) (@sets_deq_diff (Set A) (Set A) A))

    ; ---- cvc5: relations -----------------------------------------------
    :single
    (rel.join :sort-by rel-join)
    (rel.product :sort-by tuple-product)
    (rel.transpose :sort-by rel-transpose)
    (par (A) (rel.tclosure (Set (Tuple A A)) (Set (Tuple A A))))
    (par (A) (rel.iden (Set (Tuple A)) (Set (Tuple A A))))
    (par (A) (rel.join_image (Set (Tuple A A)) Int (Set (Tuple A))))
    ; the indices of the next ones are columns
    (rel.table_join :sort-by tuple-product)
    ((_ rel.table_join ...) :sort-by tuple-product)
    (rel.project :sort-by tuple-project)
    ((_ rel.project ...) :sort-by tuple-project)
    (par (A) (rel.group (Set A) (Set (Set A))))
    (par (A) ((_ rel.group ...) (Set A) (Set (Set A))))
    (par (A B) (rel.aggr (-> A B B) B (Set A) (Set B)))
    (par (A B) ((_ rel.aggr ...) (-> A B B) B (Set A) (Set B)))

    ; ---- CVC4, early cvc5: older names ---------------------------------
    :single
    (emptyset (Set Bool))
    (par (A) (emptyset (Set A)))
    (univset (Set Bool))
    (par (A) (univset (Set A)))
    (par (A) (singleton A (Set A)))
    (insert :sort-by set-insert)
    (par (A) (union (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (intersection (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (setminus (Set A) (Set A) (Set A) :left-assoc))
    (par (A) (complement (Set A) (Set A)))
    (par (A) (member A (Set A) Bool))
    (par (A) (in A (Set A) Bool))
    (par (A) (subset (Set A) (Set A) Bool))
    (par (A) (is_singleton (Set A) Bool))
    (par (A) (card (Set A) Int))
    (par (A) (choose (Set A) A))
    (join :sort-by rel-join)
    (product :sort-by tuple-product)
    (transpose :sort-by rel-transpose)
    (par (A) (tclosure (Set (Tuple A A)) (Set (Tuple A A))))
    (par (A) (iden (Set (Tuple A)) (Set (Tuple A A))))
    (par (A) (join_image (Set (Tuple A A)) Int (Set (Tuple A))))

    ; ---- z3: finite sets -----------------------------------------------
    :single
    (par (A) (set.intersect (Set A) (Set A) (Set A)))
    (par (A) (set.difference (Set A) (Set A) (Set A)))
    (par (A) (set.in A (Set A) Bool))
    (par (A) (set.size (Set A) Int))
    (par (A) (set.select (-> A Bool) (Set A) (Set A)))
    (set.range Int Int (Set Int))
  ))
