; Finite sets, as cvc5 writes them.

(rule set-term-neutral () ((s (Set ?1))) s
  :equal (set.union s s) (set.inter s s) (set.union s (as set.empty (Set ?1))) (set.minus s (as set.empty (Set ?1))))
(rule set-term-absorb () ((s (Set ?1)) (t (Set ?1))) s
  :equal (set.union s (set.inter s t)) (set.inter s (set.union s t)) (set.union (set.inter s t) (set.minus s t)) (set.minus s (set.minus t s)))
(rule set-term-member () ((s (Set ?1)) (v ?1)) s
  :equal (ite (set.member v s) (set.insert v s) s) (ite (set.member v s) s (set.minus s (set.singleton v))))
(rule set-union-rewrite () ((s (Set ?1)) (t (Set ?1))) (set.union s t)
  :equal (set.union t s) (set.union s (set.minus t s)) (ite (set.subset s t) t (set.union s t)))
(rule set-inter-rewrite () ((s (Set ?1)) (t (Set ?1))) (set.inter s t)
  :equal (set.inter t s) (set.minus s (set.minus s t)) (ite (set.subset s t) s (set.inter s t)))
(rule set-minus-rewrite () ((s (Set ?1)) (t (Set ?1))) (set.minus s t)
  :equal (set.minus s (set.inter s t)) (set.minus (set.union s t) t) (ite (set.subset s t) (as set.empty (Set ?1)) (set.minus s t)))
(rule set-union-distribute () ((s (Set ?1)) (t (Set ?1)) (u (Set ?1))) (set.union s (set.inter t u))
  :equal (set.inter (set.union s t) (set.union s u)))
(rule set-inter-distribute () ((s (Set ?1)) (t (Set ?1)) (u (Set ?1))) (set.inter s (set.union t u))
  :equal (set.union (set.inter s t) (set.inter s u)))
(rule set-minus-of-union () ((s (Set ?1)) (t (Set ?1)) (u (Set ?1))) (set.minus s (set.union t u))
  :equal (set.minus (set.minus s t) u) (set.inter (set.minus s t) (set.minus s u)))
(rule set-insert-rewrite () ((v ?1) (s (Set ?1))) (set.insert v s)
  :equal (set.union (set.singleton v) s) (ite (set.member v s) s (set.insert v s)))
(rule set-union-of-choice () ((p Bool) (s (Set ?1)) (t (Set ?1)) (u (Set ?1))) (set.union (ite p s t) u)
  :equal (ite p (set.union s u) (set.union t u)))
(rule set-card-of-union () ((s (Set Int)) (t (Set Int))) (set.card (set.union s t))
  :equal (- (+ (set.card s) (set.card t)) (set.card (set.inter s t))))
(rule set-card-parts () ((s (Set Int)) (t (Set Int))) (set.card s)
  :equal (+ (set.card (set.inter s t)) (set.card (set.minus s t))) (ite (= s (as set.empty (Set Int))) 0 (set.card s)))
