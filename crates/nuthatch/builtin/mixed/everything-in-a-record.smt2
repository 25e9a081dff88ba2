; A record with a word, a real and an array, without a logic.
(set-info :status sat)
(declare-datatype Record ((record (name String) (price Real) (stock (Array Int Int)))))
(declare-const r Record)
(declare-const s Record)
(assert (= (stock r) (store (stock s) 0 7)))
(assert (and (= (name r) (str.++ (name s) "!")) (> (price r) (* 2.0 (price s)) 0.5)))
(assert (distinct (select (stock s) 0) 7))
(check-sat)
