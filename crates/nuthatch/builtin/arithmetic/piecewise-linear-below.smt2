; A zigzag does not rise above its top.
(set-logic QF_LRA)
(set-info :status unsat)
(declare-const x Real)
(define-fun zigzag ((t Real)) Real (ite (< t 0.0) t (ite (< t 2.0) t (- 4.0 t))))
(assert (let ((y (zigzag x)) (z (zigzag (- x)))) (or (> y 2.0) (> (+ y z) 2.0))))
(check-sat)
