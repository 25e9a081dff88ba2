; Cardinality and pseudo-Boolean constraints of z3. The first index of pble,
; pbge and pbeq is the bound, the others are the coefficients.

(theory PseudoBooleans
  :sorts ()
  :funs (
    (par (k) ((_ at-most k) Bool Bool :variadic))
    (par (k) ((_ at-least k) Bool Bool :variadic))
    ((_ pble ...) Bool Bool :variadic)
    ((_ pbge ...) Bool Bool :variadic)
    ((_ pbeq ...) Bool Bool :variadic)
  ))
