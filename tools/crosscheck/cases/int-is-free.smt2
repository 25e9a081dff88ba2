; Without integers in the logic, `Int` is a name like any other, and numerals are reals.
(set-logic LRA)
(set-info :about Int)
(declare-sort Int 1)
(declare-const Real_ (Int Real))
(assert (and (= Real_ Real_) (= 1 (/ 2 2))))
(assert (exists ((Int Real)) (= Int 1)))
