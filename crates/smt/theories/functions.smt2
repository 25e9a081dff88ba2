; Functions as values: the higher-order part of SMT-LIB 2.7 and cvc5. Any
; function sort takes part, so its application is computed, not listed.

(theory Functions
  :sorts ((-> ...))
  :funs (
    (@ :sort-by application)
  ))
