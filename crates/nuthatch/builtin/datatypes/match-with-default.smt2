; A match with a variable for the rest.
(set-logic ALL)
(set-info :status unsat)
(declare-datatype Shape ((circle (radius Int)) (square (side Int)) (none)))
(declare-const s Shape)
(define-fun size ((t Shape)) Int
  (match t (((circle r) (* 2 r)) (other (ite ((_ is square) other) (side other) 0)))))
(assert (match s (((circle r) (< r 0)) ((square a) (< a 0)) (none false))))
(assert (>= (size s) 0))
(check-sat)
