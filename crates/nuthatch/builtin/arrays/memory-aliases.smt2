; Two addresses with different low bits are no aliases.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const p (_ BitVec 8))
(declare-const q (_ BitVec 8))
(assert (and (= ((_ extract 0 0) p) #b0) (= ((_ extract 0 0) q) #b1)))
(assert (distinct (select (store m q #xff) p) (select m p)))
(check-sat)
