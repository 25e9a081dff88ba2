; Transcendental functions on the reals. No SMT-LIB theory; the names are
; those of cvc5, z3, MathSAT and dReal.

(theory Transcendentals
  :sorts ()
  :funs (
    ; ---- cvc5 (sin, cos, tan and exp are known to the others too) ------
    :single
    (real.pi Real)
    (exp Real Real)
    (sqrt Real Real)
    (sin Real Real)
    (cos Real Real)
    (tan Real Real)
    (csc Real Real)
    (sec Real Real)
    (cot Real Real)
    (arcsin Real Real)
    (arccos Real Real)
    (arctan Real Real)
    (arccsc Real Real)
    (arcsec Real Real)
    (arccot Real Real)

    ; ---- z3 ------------------------------------------------------------
    :single
    (pi Real)
    (euler Real)
    (asin Real Real)                     ; asin, acos, atan: MathSAT too
    (acos Real Real)
    (atan Real Real)
    (sinh Real Real)
    (cosh Real Real)
    (tanh Real Real)
    (asinh Real Real)
    (acosh Real Real)
    (atanh Real Real)
    (atan2 Real Real Real)
    (arctan2 Real Real Real)
    (log Real Real)                      ; MathSAT, dReal too
    (ln Real Real)
  ))
