; Ints: integer arithmetic. The operators on Real, and the conversions
; between the two sorts, are in reals.smt2.

(theory Ints
  :sorts ((Int 0))
  :funs (
    ; ---- SMT-LIB -------------------------------------------------------
    :shared
    (- Int Int)
    (- Int Int Int :left-assoc)
    (+ Int Int Int :left-assoc)
    (* Int Int Int :left-assoc)
    (div Int Int Int :left-assoc)
    (mod Int Int Int)
    (abs Int Int)
    (<= Int Int Bool :chainable)
    (< Int Int Bool :chainable)
    (>= Int Int Bool :chainable)
    (> Int Int Bool :chainable)

    ; ---- both z3 and cvc5, but z3 in no logic of SMT-LIB -----------------
    :single
    (^ Int Int Int)

    ; ---- SMT-LIB, but not z3 5.4 ---------------------------------------
    :single
    (par (n) ((_ divisible n) Int Bool))

    ; ---- cvc5 ----------------------------------------------------------
    ; division made total: by zero it gives 0 (div), the dividend (mod)
    (div_total Int Int Int :left-assoc)
    (mod_total Int Int Int)
    (par (k) ((_ iand k) Int Int Int))   ; bitwise and on k bits
    (piand Int Int Int Int)              ; the same, with the width first
    (int.pow2 Int Int)
    (int.log2 Int Int)
    (int.ispow2 Int Bool)
    (pow2 Int Int)                       ; old name of int.pow2
    (@int_div_by_zero Int Int)           ; skolem functions, as printed
    (@mod_by_zero Int Int)

    ; ---- z3 ------------------------------------------------------------
    :single
    (~ Int Int)                          ; unary minus
    (rem Int Int Int)
    (div0 Int Int Int)                   ; the value where div is undefined
    (mod0 Int Int Int)
    (par (k) ((_ band k) Int Int Int))   ; integers seen as k-bit words
    (par (k) ((_ shl k) Int Int Int))
    (par (k) ((_ ashr k) Int Int Int))
    (par (k) ((_ lshr k) Int Int Int))

    ; ---- others --------------------------------------------------------
    :single
    (** Int Int Int)                     ; power: Alt-Ergo, newer SMT-LIB drafts
    (@div0 Int Int)                      ; SMTInterpol
    (@mod0 Int Int)
  ))
