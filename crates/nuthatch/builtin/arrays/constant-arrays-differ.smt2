; Two constant arrays that differ, at one place or all but one.
(set-logic ALL)
(set-info :status sat)
(declare-const v Int)
(declare-const w Int)
(declare-const i Int)
(assert (distinct (store ((as const (Array Int Int)) v) i 0) ((as const (Array Int Int)) w)))
(assert (=> (= v w) (distinct w 0)))
(check-sat)
