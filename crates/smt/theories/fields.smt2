; Finite fields of prime order, as in cvc5 and yices. The order may be far
; greater than a machine word.

(theory FiniteFields
  :sorts (((_ FiniteField p) 0))
  :funs (
    (par (p) (ff.add (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc))
    (par (p) (ff.mul (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc))
    (par (p) (ff.neg (_ FiniteField p) (_ FiniteField p)))
    ; the sum of the arguments weighted with 1, 2, 4, ...
    (par (p) (ff.bitsum (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc))
    ; seen in other proposals for the theory
    (par (p) (ff.sub (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc))
  ))
