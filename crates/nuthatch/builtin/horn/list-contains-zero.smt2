; A list built of ones never has a zero in it.
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun ones (List) Bool)
(assert (ones nil))
(assert (forall ((l List)) (=> (ones l) (ones (cons 1 l)))))
(assert (forall ((x Int) (l List)) (=> (and (ones (cons x l)) (= x 0)) false)))
(check-sat)
