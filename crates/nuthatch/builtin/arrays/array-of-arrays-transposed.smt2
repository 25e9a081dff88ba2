; A table that is symmetric at two places.
(set-logic QF_ALIA)
(set-info :status sat)
(declare-const t (Array Int (Array Int Int)))
(declare-const i Int)
(declare-const j Int)
(assert (= (select (select t i) j) (+ (select (select t j) i) 1)))
(assert (= (select t i) (store (select t j) i j)))
(check-sat)
