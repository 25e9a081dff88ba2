; Datatypes: their values, and the testers of those. Selectors do not occur: of other constructors they may
; be anything.

(rule dt-term-tested (Datatype) ((x ?) (c :constructor)) x
  :equal (ite ((_ is c) x) x (ite ((_ is c) x) x x)))
(rule dt-term-built (Datatype) ((x ?) (c :constructor) (ys :fields c)) x
  :equal (ite (= x (c ys)) (c ys) x) (ite ((_ is c) x) (ite (= (c ys) x) (c ys) x) x))
(rule dt-term-other (Datatype) ((x ?) (c :constructor) (ys :fields c)) x
  :equal (ite (not ((_ is c) x)) x (ite ((_ is c) (c ys)) x (c ys))))
(rule dt-is-choice (Datatype) ((x ?) (c :constructor) (q Bool)) ((_ is c) x)
  :equal (ite q ((_ is c) x) ((_ is c) x)) (not (not ((_ is c) x))) (xor q (distinct q ((_ is c) x))))
(rule dt-is-of-other (Datatype) ((x ?) (c :constructor) (d :constructor :not c)) ((_ is c) x)
  :equal (and ((_ is c) x) (not ((_ is d) x))) (ite ((_ is d) x) false ((_ is c) x)))
