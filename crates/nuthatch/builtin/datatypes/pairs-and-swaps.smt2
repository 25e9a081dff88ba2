; A pair that is swapped twice.
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((Pair 2)) ((par (A B) ((pair (fst A) (snd B))))))
(declare-const p (Pair Int Bool))
(declare-const q (Pair Bool Int))
(assert (= q (pair (snd p) (fst p))))
(assert (distinct p (pair (snd q) (fst q))))
(check-sat)
