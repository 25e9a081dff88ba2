; Words that begin and end as asked.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x (re.inter (re.++ (str.to_re "ab") re.all) (re.++ re.all (str.to_re "ba")))))
(assert (not (str.in_re x (re.++ (str.to_re "abba") re.all))))
(check-sat)
