; An arithmetic shift rounds down, signed division towards zero.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(assert (distinct (bvashr x #x02) (bvsdiv x #x04)))
(assert (bvsgt x #xd0))
(check-sat)
