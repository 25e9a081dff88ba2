; A word rotated bit by bit shows its highest bit as the lowest at some time, in the form of rules.
; The query is derived, which is answered by sat.
(set-info :status sat)
(declare-rel turned ((_ BitVec 8)))
(declare-rel seen ())
(declare-var w (_ BitVec 8))
(rule (turned #x80))
(rule (=> (turned w) (turned ((_ rotate_left 1) w))))
(rule (=> (and (turned w) (= w #x08)) seen))
(query seen)
