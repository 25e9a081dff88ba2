; Words of bits select a number.
(set-logic ALL)
(set-info :status sat)
(declare-fun f ((_ BitVec 2)) Int)
(declare-const x (_ BitVec 2))
(assert (< (f x) (f (bvadd x #b01)) (f (bvadd x #b10))))
(assert (= (f #b00) (+ (f #b11) 2)))
(assert (distinct x #b11))
(check-sat)
