; Separation logic, of cvc5 and CVC4; the names are those of SL-COMP.

(theory SeparationLogic
  :sorts ()
  :funs (
    (sep.nil Bool)                       ; cvc5: the meaning without `as`
    (par (L) (sep.nil L))                ; the location that is never allocated
    (sep.emp Bool)                       ; the empty heap
    (par (L D) (pto L D Bool))           ; a heap of one cell
    (sep Bool Bool Bool :left-assoc)
    (wand Bool Bool Bool)

    ; ---- older spellings of the empty heap -----------------------------
    :single
    ((_ emp ...) Bool)                   ; the indices are the heap's sorts
    (par (L D) (emp L D Bool))           ; CVC4: terms of the heap's sorts
    (emp Bool)
  ))
