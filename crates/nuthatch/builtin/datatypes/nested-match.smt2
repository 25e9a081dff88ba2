; A match inside of a match.
(set-logic ALL)
(set-info :status sat)
(declare-datatype Digit ((zero) (one)))
(declare-datatype Pair ((pair (left Digit) (right Digit))))
(declare-const p Pair)
(declare-const q Pair)
(define-fun value ((r Pair)) Int
  (match r (((pair a b) (+ (match a ((zero 0) (one 2))) (match b ((zero 0) (one 1))))))))
(assert (= (+ (value p) (value q)) 4))
(assert (distinct (left p) (left q)))
(check-sat)
