; Injection: ways to add an arbitrary formula q to any formula p.

; Over: p still implies the result, whatever q is.
(rule inject-or () ((p Bool) (q Bool)) p
  :over (or p q))
(rule inject-or-before () ((p Bool) (q Bool)) p
  :over (or q p))
(rule inject-implies () ((p Bool) (q Bool)) p
  :over (=> q p))
(rule inject-implied-by-negation () ((p Bool) (q Bool)) p
  :over (=> (not p) q))
(rule inject-ite-true () ((p Bool) (q Bool)) p
  :over (ite q true p))
(rule inject-ite-own () ((p Bool) (q Bool)) p
  :over (ite p true q) (ite p p q))
(rule inject-not-and () ((p Bool) (q Bool)) p
  :over (not (and (not p) q)))
(rule inject-xor-rest () ((p Bool) (q Bool)) p
  :over (xor p (and q (not p))))
(rule inject-equals-conjunction () ((p Bool) (q Bool)) p
  :over (= q (and p q)))
(rule inject-or-three () ((p Bool) (q Bool) (r Bool)) p
  :over (or q p r))
(rule inject-implies-chain () ((p Bool) (q Bool) (r Bool)) p
  :over (=> q r p))
(rule inject-choice () ((p Bool) (q Bool) (r Bool)) p
  :over (ite q p (or p r)) (ite q (or r p) (=> r p)))
(rule inject-either-way () ((p Bool) (q Bool) (r Bool)) p
  :over (and (or p q) (or p r)))
(rule inject-not-distinct () ((p Bool) (q Bool)) p
  :over (not (distinct q (and q p))))

; Under: the result still implies p, whatever q is.
(rule inject-and () ((p Bool) (q Bool)) p
  :under (and p q))
(rule inject-and-before () ((p Bool) (q Bool)) p
  :under (and q p))
(rule inject-ite-false () ((p Bool) (q Bool)) p
  :under (ite q p false))
(rule inject-ite-own-false () ((p Bool) (q Bool)) p
  :under (ite p q false) (ite p q p))
(rule inject-not-implies () ((p Bool) (q Bool)) p
  :under (not (=> p (not q))))
(rule inject-not-or () ((p Bool) (q Bool)) p
  :under (not (or (not p) q)))
(rule inject-xor-part () ((p Bool) (q Bool)) p
  :under (xor p (and p q)))
(rule inject-xor-or () ((p Bool) (q Bool)) p
  :under (xor q (or p q)))
(rule inject-and-three () ((p Bool) (q Bool) (r Bool)) p
  :under (and q p r))
(rule inject-choice-narrow () ((p Bool) (q Bool) (r Bool)) p
  :under (ite q p (and p r)) (ite q (and r p) (and p (not r))))
(rule inject-either-narrow () ((p Bool) (q Bool) (r Bool)) p
  :under (or (and p q) (and p r)))
(rule inject-distinct-narrow () ((p Bool) (q Bool)) p
  :under (distinct q (or q p)))

; Both: q occurs and does not matter.
(rule inject-both-branches () ((p Bool) (q Bool)) p
  :equal (ite q p p))
(rule inject-absorb () ((p Bool) (q Bool)) p
  :equal (or p (and p q)) (and p (or p q)))
(rule inject-split () ((p Bool) (q Bool)) p
  :equal (or (and p q) (and p (not q))) (and (or p q) (or p (not q))))
(rule inject-xor-twice () ((p Bool) (q Bool)) p
  :equal (xor (xor p q) q) (= (= p q) q))
