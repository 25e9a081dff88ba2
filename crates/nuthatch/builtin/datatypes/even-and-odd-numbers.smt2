; Numbers as mutually recursive chains.
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Even 0) (Odd 0)) (((zero) (after-odd (odd Odd))) ((after-even (even Even)))))
(declare-const e Even)
(declare-const o Odd)
(assert (= e (after-odd o)))
(assert (or (= (even o) e) ((_ is zero) e)))
(check-sat)
