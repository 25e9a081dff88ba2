; Bags (multisets) and tables, of cvc5. A table is a bag of tuples:
; (Table A B) is (Bag (Tuple A B)).

(theory Bags
  :sorts ((Bag 1) (Table ...))
  :funs (
    ; ---- cvc5: bags ----------------------------------------------------
    :single
    (bag.empty (Bag Bool))               ; the meaning without `as`
    (par (A) (bag.empty (Bag A)))
    (par (A) (bag A Int (Bag A)))
    (par (A) (bag.union_max (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.union_disjoint (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.inter_min (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.difference_subtract (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.difference_remove (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (bag.subbag (Bag A) (Bag A) Bool))
    (par (A) (bag.count A (Bag A) Int))
    (par (A) (bag.member A (Bag A) Bool))
    (par (A) (bag.setof (Bag A) (Bag A)))
    (par (A) (bag.card (Bag A) Int))
    (par (A) (bag.choose (Bag A) A))
    (par (A B) (bag.map (-> A B) (Bag A) (Bag B)))
    (par (A) (bag.filter (-> A Bool) (Bag A) (Bag A)))
    (par (A) (bag.all (-> A Bool) (Bag A) Bool))
    (par (A) (bag.some (-> A Bool) (Bag A) Bool))
    (par (A B) (bag.fold (-> A B B) B (Bag A) B))
    (par (A) (bag.partition (-> A A Bool) (Bag A) (Bag (Bag A))))
    (par (A) (@bags_deq_diff (Bag A) (Bag A) A))

    ; ---- cvc5: tables, with columns as indices -------------------------
    :single
    (table.product :sort-by tuple-product)
    (table.join :sort-by tuple-product)
    ((_ table.join ...) :sort-by tuple-product)
    (table.project :sort-by tuple-project)
    ((_ table.project ...) :sort-by tuple-project)
    (par (A) (table.group (Bag A) (Bag (Bag A))))
    (par (A) ((_ table.group ...) (Bag A) (Bag (Bag A))))
    (par (A B) (table.aggr (-> A B B) B (Bag A) (Bag B)))
    (par (A B) ((_ table.aggr ...) (-> A B B) B (Bag A) (Bag B)))

    ; ---- early cvc5: older names ---------------------------------------
    :single
    (emptybag (Bag Bool))
    (par (A) (emptybag (Bag A)))
    (par (A) (mkBag A Int (Bag A)))
    (par (A) (union_max (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (union_disjoint (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (intersection_min (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (difference_subtract (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (difference_remove (Bag A) (Bag A) (Bag A) :left-assoc))
    (par (A) (subbag (Bag A) (Bag A) Bool))
    (par (A) (bag.is_included (Bag A) (Bag A) Bool))
    (par (A) (duplicate_removal (Bag A) (Bag A)))
    (par (A) (bag.duplicate_removal (Bag A) (Bag A)))
    (par (A) (bag.is_singleton (Bag A) Bool))
    (par (A) (bag.from_set (Set A) (Bag A)))
    (par (A) (bag.to_set (Bag A) (Set A)))
  ))
