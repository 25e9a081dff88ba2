; Division rounds down, so negation of the dividend does not go through.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (distinct (div (- x) 4) (- (div x 4))))
(assert (= (mod y 4) (mod (- x) 4)))
(assert (and (< 10 x y) (< y 20)))
(check-sat)
