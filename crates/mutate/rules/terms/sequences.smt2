; Sequences: terms of sequences of any elements.

; Any sequence.
(rule seq-term-neutral () ((s (Seq ?1))) s
  :equal (seq.++ s (as seq.empty (Seq ?1))) (seq.++ (as seq.empty (Seq ?1)) s) (seq.extract s 0 (seq.len s)))
(rule seq-term-replaced () ((s (Seq ?1)) (t (Seq ?1))) s
  :equal (seq.replace s t t) (seq.extract (seq.++ s t) 0 (seq.len s)) (seq.extract (seq.++ t s) (seq.len t) (seq.len s)))
(rule seq-term-cut () ((s (Seq ?1)) (i Int)) s
  :equal (seq.++ (seq.extract s 0 i) (seq.extract s i (seq.len s)))
  :guard (>= i 0))
(rule seq-term-first () ((s (Seq ?1))) s
  :equal (seq.++ (seq.at s 0) (seq.extract s 1 (seq.len s))))

; Lengths.
(rule seq-length-of-concat () ((s (Seq ?1)) (t (Seq ?1))) (seq.len (seq.++ s t))
  :equal (+ (seq.len s) (seq.len t)) (seq.len (seq.++ t s)))
(rule seq-lengths-to-concat () ((s (Seq ?1)) (t (Seq ?1))) (+ (seq.len s) (seq.len t))
  :equal (seq.len (seq.++ s t)))
(rule seq-length-around () ((s (Seq ?1)) (t (Seq ?1))) (seq.len s)
  :equal (- (seq.len (seq.++ s t)) (seq.len t)) (ite (= s t) (seq.len t) (seq.len s)))
(rule seq-length-unit () ((s (Seq ?1)) (v ?1)) (seq.len s)
  :equal (- (seq.len (seq.++ s (seq.unit v))) 1) (ite (= s (as seq.empty (Seq ?1))) 0 (seq.len s)))
(rule seq-length-of-at () ((s (Seq ?1)) (i Int)) (seq.len (seq.at s i))
  :equal (ite (and (<= 0 i) (< i (seq.len s))) 1 0))
(rule seq-length-of-choice () ((p Bool) (s (Seq ?1)) (t (Seq ?1))) (seq.len (ite p s t))
  :equal (ite p (seq.len s) (seq.len t)))

; Putting together, and parts.
(rule seq-concat-neutral () ((s (Seq ?1)) (xs (Seq ?1) :list)) (seq.++ s xs)
  :equal (seq.++ s (as seq.empty (Seq ?1)) xs) (seq.++ s xs (as seq.empty (Seq ?1))))
(rule seq-concat-nest () ((s (Seq ?1)) (t (Seq ?1)) (xs (Seq ?1) :list)) (seq.++ s t xs)
  :equal (seq.++ (seq.++ s t) xs) (seq.++ s (seq.++ t xs)))
(rule seq-concat-of-choice () ((p Bool) (s (Seq ?1)) (t (Seq ?1)) (u (Seq ?1))) (seq.++ (ite p s t) u)
  :equal (ite p (seq.++ s u) (seq.++ t u)))
(rule seq-concat-cases () ((s (Seq ?1)) (t (Seq ?1))) (seq.++ s t)
  :equal (ite (= s (as seq.empty (Seq ?1))) t (seq.++ s t)) (seq.replace t (as seq.empty (Seq ?1)) s))
(rule seq-at-to-extract () ((s (Seq ?1)) (i Int)) (seq.at s i)
  :equal (seq.extract s i 1) (ite (and (<= 0 i) (< i (seq.len s))) (seq.unit (seq.nth s i)) (as seq.empty (Seq ?1))))
(rule seq-at-of-concat () ((s (Seq ?1)) (t (Seq ?1)) (i Int)) (seq.at (seq.++ s t) i)
  :equal (ite (< i (seq.len s)) (seq.at s i) (seq.at t (- i (seq.len s)))))
(rule seq-extract-cases () ((s (Seq ?1)) (i Int) (n Int)) (seq.extract s i n)
  :equal (ite (or (< i 0) (<= n 0) (>= i (seq.len s))) (as seq.empty (Seq ?1)) (seq.extract s i n)) (seq.extract (seq.extract s i n) 0 n))
(rule seq-extract-one () ((s (Seq ?1)) (i Int)) (seq.extract s i 1)
  :equal (seq.at s i))
(rule seq-nth-of-choice () ((p Bool) (s (Seq ?1)) (t (Seq ?1)) (i Int)) (seq.nth (ite p s t) i)
  :equal (ite p (seq.nth s i) (seq.nth t i)))
(rule seq-nth-appended () ((s (Seq ?1)) (i Int) (t (Seq ?1))) (seq.nth s i)
  :equal (seq.nth (seq.++ s t) i)
  :guard (and (<= 0 i) (< i (seq.len s))))

; Places and replacements.
(rule seq-indexof-cases () ((s (Seq ?1)) (t (Seq ?1)) (i Int)) (seq.indexof s t i)
  :equal (ite (or (< i 0) (> i (seq.len s))) (- 1) (seq.indexof s t i)) (ite (seq.contains s t) (seq.indexof s t i) (- 1)))
(rule seq-replace-cases () ((s (Seq ?1)) (t (Seq ?1)) (u (Seq ?1))) (seq.replace s t u)
  :equal (ite (seq.contains s t) (seq.replace s t u) s) (ite (= s t) u (seq.replace s t u)) (ite (= t u) s (seq.replace s t u)))
(rule seq-replace-prefix () ((s (Seq ?1)) (t (Seq ?1)) (u (Seq ?1))) (seq.replace (seq.++ t s) t u)
  :equal (seq.++ u s))
(rule seq-prefix-by-extract () ((s (Seq ?1)) (t (Seq ?1))) (seq.prefixof s t)
  :equal (= s (seq.extract t 0 (seq.len s))))
(rule seq-contains-by-place () ((s (Seq ?1)) (t (Seq ?1))) (seq.contains s t)
  :equal (>= (seq.indexof s t 0) 0))
