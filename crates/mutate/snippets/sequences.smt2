; Sequences.

(grow Bool 2 (seq.prefixof (Seq A) (Seq A)))
(grow Bool 2 (seq.suffixof (Seq A) (Seq A)))
(grow Bool 3 (seq.contains (Seq A) (Seq A)))
(grow (Seq A) 3 (seq.unit A))
(grow (Seq A) 5 (seq.++ (Seq A) (Seq A)))
(grow (Seq A) 2 (seq.at (Seq A) Int))
(grow (Seq A) 3 (seq.extract (Seq A) Int Int))
(grow (Seq A) 2 (seq.replace (Seq A) (Seq A) (Seq A)))
(grow A 3 (seq.nth (Seq A) Int))
(grow Int 4 (seq.len (Seq A)))
(grow Int 2 (seq.indexof (Seq A) (Seq A) Int))

; cvc5 only, or in newer versions of z3 only.
(grow (Seq A) 1 :used (seq.replace_all (Seq A) (Seq A) (Seq A)))
(grow (Seq A) 1 :used (seq.rev (Seq A)))
(grow (Seq A) 1 :used (seq.update (Seq A) Int (Seq A)))
