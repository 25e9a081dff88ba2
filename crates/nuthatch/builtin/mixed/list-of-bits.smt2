; A list of words of bits with a checksum.
(set-logic ALL)
(set-info :status sat)
(declare-datatype List ((nil) (cons (head (_ BitVec 8)) (tail List))))
(declare-const l List)
(assert (and ((_ is cons) l) ((_ is cons) (tail l))))
(assert (= (bvxor (head l) (head (tail l))) #xff))
(assert (bvult (head l) (head (tail l))))
(check-sat)
