; A word with two letters that is in no forbidden set.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.in_re x (re.comp (re.++ re.all (str.to_re "a") re.all))))
(assert (str.in_re x (re.inter ((_ re.^ 2) (re.range "a" "c")) (re.comp (str.to_re "bc")))))
(assert (not (= (str.at x 0) (str.at x 1))))
(check-sat)
