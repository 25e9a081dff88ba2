; Finite fields, which z3 does not have: only what a script already uses.

(grow (Field p) 3 :used (ff.add (Field p) (Field p)))
(grow (Field p) 3 :used (ff.mul (Field p) (Field p)))
(grow (Field p) 1 :used (ff.neg (Field p)))
