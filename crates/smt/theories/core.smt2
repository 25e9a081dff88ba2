; Core: the Booleans, equality and the conditional, which every logic has.
; The second part holds the aliases that z3 knows when no logic is set.

(theory Core
  :sorts ((Bool 0)
          (bool Bool))                   ; z3
  :funs (
    ; ---- SMT-LIB -------------------------------------------------------
    :shared
    (true Bool)
    (false Bool)
    (not Bool Bool)
    (=> Bool Bool Bool :right-assoc)
    (and Bool Bool Bool :left-assoc)
    (or Bool Bool Bool :left-assoc)
    (xor Bool Bool Bool :left-assoc)
    (par (A) (= A A Bool :chainable))
    (par (A) (distinct A A Bool :pairwise))
    (par (A) (ite Bool A A A))

    ; ---- z3: aliases (its || reads as the empty quoted symbol) ---------
    :single
    (implies Bool Bool Bool :right-assoc)
    (&& Bool Bool Bool :left-assoc)
    (par (A) (iff A A Bool :chainable))
    (par (A) (equiv A A Bool :chainable))
    (par (A) (equals A A Bool :chainable))
    (par (A) (if Bool A A A))
    (par (A) (if_then_else Bool A A A))

    ; z3: the empty conjunction and disjunction, as in (and)
    (and Bool Bool :variadic)
    (or Bool Bool :variadic)
  ))
