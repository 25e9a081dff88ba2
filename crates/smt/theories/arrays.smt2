; ArraysEx, z3's arrays of several indices (here up to four), and the set
; operations that z3 has on arrays with range Bool.

(theory ArraysEx
  :sorts ((Array 2)
          (Array 3)                      ; z3: the last argument is the range
          (Array 4)
          (Array 5))
  :funs (
    ; ---- SMT-LIB -------------------------------------------------------
    :shared
    (par (A B) (select (Array A B) A B))
    (par (A B) (store (Array A B) A B (Array A B)))

    ; ---- z3, cvc5, and others: the constant array ----------------------
    :shared
    (par (A B) (const B (Array A B)))

    ; ---- cvc5 ----------------------------------------------------------
    :single
    ; equality of two arrays between a lower and an upper index
    (par (A B) (eqrange (Array A B) (Array A B) A A Bool))
    (par (A B) (@array_deq_diff (Array A B) (Array A B) A))

    ; ---- z3: several indices -------------------------------------------
    :single
    (par (A B R) (select (Array A B R) A B R))
    (par (A B C R) (select (Array A B C R) A B C R))
    (par (A B C D R) (select (Array A B C D R) A B C D R))
    (par (A B R) (store (Array A B R) A B R (Array A B R)))
    (par (A B C R) (store (Array A B C R) A B C R (Array A B C R)))
    (par (A B C D R) (store (Array A B C D R) A B C D R (Array A B C D R)))
    (par (A B R) (const R (Array A B R)))
    (par (A B C R) (const R (Array A B C R)))
    (par (A B C D R) (const R (Array A B C D R)))

    ; ---- z3: the default value, and an index where two arrays differ ---
    :single
    (par (A R) (default (Array A R) R))
    (par (A B R) (default (Array A B R) R))
    (par (A B C R) (default (Array A B C R) R))
    (par (A B C D R) (default (Array A B C D R) R))
    (par (A R) (array-ext (Array A R) (Array A R) A))
    (par (A B R) (array-ext (Array A B R) (Array A B R) A))
    (par (i A R) ((_ array-ext i) (Array A R) (Array A R) A))

    ; ---- z3: sets as arrays to Bool ------------------------------------
    :single
    (par (A) (union (Array A Bool) (Array A Bool) (Array A Bool) :left-assoc))
    (par (A) (intersect (Array A Bool) (Array A Bool) (Array A Bool) :left-assoc))
    (par (A) (intersection (Array A Bool) (Array A Bool) (Array A Bool) :left-assoc))
    (par (A) (difference (Array A Bool) (Array A Bool) (Array A Bool)))
    (par (A) (setminus (Array A Bool) (Array A Bool) (Array A Bool)))
    (par (A) (complement (Array A Bool) (Array A Bool)))
    (par (A) (subset (Array A Bool) (Array A Bool) Bool))
    (par (A) (set-has-size (Array A Bool) Int Bool))
    (par (A) (card (Array A Bool) Int))
    ; z3: the same over pairs of indices
    (par (A B) (union (Array A B Bool) (Array A B Bool) (Array A B Bool) :left-assoc))
    (par (A B) (intersect (Array A B Bool) (Array A B Bool) (Array A B Bool) :left-assoc))
    (par (A B) (setminus (Array A B Bool) (Array A B Bool) (Array A B Bool)))
    (par (A B) (complement (Array A B Bool) (Array A B Bool)))
    (par (A B) (subset (Array A B Bool) (Array A B Bool) Bool))

    ; ---- others --------------------------------------------------------
    :single
    (par (A B) (@diff (Array A B) (Array A B) A))   ; SMTInterpol
  ))
