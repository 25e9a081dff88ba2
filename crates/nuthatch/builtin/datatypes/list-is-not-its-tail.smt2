; A list is longer than its tail, so no list is its own tail.
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-const l (List Int))
(assert ((_ is cons) l))
(assert (match l ((nil false) ((cons h t) (= t l)))))
(check-sat)
