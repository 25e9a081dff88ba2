; Reals, and the operators of Reals_Ints that lead from one sort to the
; other. An Int argument is accepted where a Real is expected (the loader
; sees to that), so no mixed entries are listed. The transcendental
; functions are in transcendentals.smt2.

(theory Reals
  :sorts ((Real 0))
  :funs (
    ; ---- SMT-LIB: Reals ------------------------------------------------
    :shared
    (- Real Real)
    (- Real Real Real :left-assoc)
    (+ Real Real Real :left-assoc)
    (* Real Real Real :left-assoc)
    (/ Real Real Real :left-assoc)
    (<= Real Real Bool :chainable)
    (< Real Real Bool :chainable)
    (>= Real Real Bool :chainable)
    (> Real Real Bool :chainable)

    ; ---- SMT-LIB: Reals_Ints -------------------------------------------
    :shared
    (to_real Int Real)
    (to_int Real Int)
    (is_int Real Bool)

    ; ---- both z3 and cvc5, but not always, or not the same ---------------
    :single
    (abs Real Real)
    (^ Real Real Real)
    (to_real Real Real)                  ; the identity, but not to old z3

    ; ---- cvc5 ----------------------------------------------------------
    :single
    (/_total Real Real Real :left-assoc) ; by zero it gives 0
    (@div_by_zero Real Real)             ; skolem function, as printed

    ; ---- z3 ------------------------------------------------------------
    :single
    (~ Real Real)                        ; unary minus
    (/0 Real Real Real)                  ; the value where / is undefined
    (^0 Real Real Real)
    (^0 Int Int Real)
    (root-obj Real Int Real)             ; k-th root of a polynomial in x
    ; real arguments of integer division are rounded down first
    (div Real Real Int :variadic)
    (mod Real Real Int)
    (rem Real Real Int)

    ; ---- others --------------------------------------------------------
    :single
    (** Real Real Real)                  ; Alt-Ergo
    (pow Real Real Real)                 ; MathSAT, dReal
    (floor Real Int)                     ; MathSAT
    (min Real Real Real)                 ; dReal
    (max Real Real Real)
    (@/0 Real Real)                      ; SMTInterpol
  ))
