; Escapes stand for one letter each.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= x "\u{41}\u0042\u{1F600}"))
(assert (or (distinct (str.len x) 3) (distinct (str.at x 1) "B")))
(check-sat)
