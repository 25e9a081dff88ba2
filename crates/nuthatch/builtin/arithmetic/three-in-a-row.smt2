; Three numbers in a row that add up to 30: sat, with 9, 10 and 11.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (= b (+ a 1)) (= c (+ b 1))))
(assert (= (+ a b c) 30))
(check-sat)
