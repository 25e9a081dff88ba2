; Tuples and nullables, of cvc5.

(theory Tuples
  :sorts ((Tuple ...)                    ; of any number of sorts
          (UnitTuple Tuple)
          (Nullable 1))
  :funs (
    ; ---- cvc5: tuples --------------------------------------------------
    :single
    (tuple.unit Tuple)
    (tuple :sort-by tuple)
    ((_ tuple.select ...) :sort-by tuple-select)
    ((_ tuple.update ...) :sort-by tuple-update)
    (tuple.project :sort-by tuple-project)
    ((_ tuple.project ...) :sort-by tuple-project)

    ; ---- CVC4, early cvc5: older names ---------------------------------
    :single
    (mkTuple :sort-by tuple)
    ((_ tupSel ...) :sort-by tuple-select)
    ((_ tuple_select ...) :sort-by tuple-select)
    ((_ tuple_update ...) :sort-by tuple-update)
    (tuple_project :sort-by tuple-project)
    ((_ tuple_project ...) :sort-by tuple-project)

    ; ---- cvc5: nullables -----------------------------------------------
    :single
    (nullable.null (Nullable Bool))      ; the meaning without `as`
    (par (A) (nullable.null (Nullable A)))
    (par (A) (nullable.some A (Nullable A)))
    (par (A) (nullable.val (Nullable A) A))
    (par (A) (nullable.is_null (Nullable A) Bool))
    (par (A) (nullable.is_some (Nullable A) Bool))
    ; a function applied to the values; in ((_ nullable.lift f) x ..) the
    ; function is an index, which the loader sees to
    (par (A R) (nullable.lift (-> A R) (Nullable A) (Nullable R)))
    (par (A B R) (nullable.lift (-> A B R) (Nullable A) (Nullable B) (Nullable R)))
    (par (A B C R) (nullable.lift (-> A B C R) (Nullable A) (Nullable B)
                                  (Nullable C) (Nullable R)))
  ))
