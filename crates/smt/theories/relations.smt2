; Relations with a fixed meaning: z3's special relations, where the index
; tells several of them apart, and cvc5's bounds on the size of a sort.

(theory SpecialRelations
  :sorts ()
  :funs (
    ; ---- z3 ------------------------------------------------------------
    :single
    (par (A) ((_ partial-order ...) A A Bool))
    (par (A) ((_ linear-order ...) A A Bool))
    (par (A) ((_ tree-order ...) A A Bool))
    (par (A) ((_ piecewise-linear-order ...) A A Bool))
    (par (A) ((_ transitive-closure ...) A A Bool))  ; the index is a relation

    ; ---- cvc5: finite model finding ------------------------------------
    :single
    ((_ fmf.card ...) Bool)              ; a sort and its greatest size
    (par (A) (fmf.card A Int Bool))      ; CVC4: an element for the sort
    ((_ fmf.combined_card ...) Bool)
  ))
