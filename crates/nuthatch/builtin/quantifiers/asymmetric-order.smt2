; An order in which no two are below each other.
(set-logic UF)
(set-info :status sat)
(declare-sort U 0)
(declare-fun less (U U) Bool)
(assert (forall ((x U) (y U)) (! (=> (less x y) (not (less y x))) :pattern ((less x y)))))
(assert (exists ((x U) (y U)) (less x y)))
(check-sat)
