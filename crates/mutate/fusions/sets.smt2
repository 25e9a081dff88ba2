; Finite sets.

(fusion fuse-set-difference () ((x (Set ?1)) (y (Set ?1))) (Set ?1) (set.union (set.minus x y) (set.minus y x))
  :x (set.union (set.minus z y) (set.minus y z))
  :y (set.union (set.minus x z) (set.minus z x)))
(fusion fuse-set-insert () ((x (Set ?1)) (y ?1)) (Set ?1) (set.union x (set.singleton y))
  :x (ite (set.member y x) z (set.minus z (set.singleton y))))
(fusion fuse-set-remove () ((x (Set ?1)) (y (Set ?1))) (Set ?1) (set.minus x y)
  :x (set.union z (set.inter x y)))
