; An expression with a value that is given by a function for two steps.
(set-logic ALL)
(set-info :status sat)
(declare-datatype Expr ((num (value Int)) (plus (left Expr) (right Expr)) (neg (arg Expr))))
(declare-const e Expr)
(define-fun small ((x Expr)) Int (match x (((num v) v) ((plus a b) 0) ((neg a) (- (value a))))))
(define-fun eval ((x Expr)) Int
  (match x (((num v) v) ((plus a b) (+ (small a) (small b))) ((neg a) (- (small a))))))
(assert (= (eval e) 7))
(assert (and ((_ is plus) e) ((_ is neg) (left e)) ((_ is num) (arg (left e)))))
(check-sat)
