; A comment with a star inside.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(define-fun inner () RegLan (re.comp (re.++ re.all (str.to_re "*/") re.all)))
(assert (str.in_re x (re.++ (str.to_re "/*") inner (str.to_re "*/"))))
(assert (= (str.len x) 5))
(assert (str.in_re x (re.++ re.allchar re.allchar (re.union (str.to_re "*") (str.to_re "a")) re.all)))
(check-sat)
