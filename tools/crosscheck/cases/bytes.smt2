; Lines that end as on Windows, and text of more bytes than characters.
(set-logic ALL)
(set-info :source |é → ∀|)
(declare-const s String) ; é
(assert (= s "é""\u{e9}(;|"))
(declare-const |é
è| Int)
(assert (= |é
è|
 1))
