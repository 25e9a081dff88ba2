; Floating-point numbers: terms of every format. What `fp.min` and `fp.max` are of two zeros of different
; signs is left open, so their arguments stay where they are.

; Any float.
(rule fp-term-negated (Float) ((x ?)) x
  :equal (fp.neg (fp.neg x)) (ite (fp.isNegative x) (fp.neg (fp.abs x)) x) (ite (fp.isNaN x) (_ NaN eb sb) x))
(rule fp-term-class (Float) ((x ?)) x
  :equal (ite (fp.isInfinite x) (ite (fp.isNegative x) (_ -oo eb sb) (_ +oo eb sb)) x) (ite (fp.isZero x) (ite (fp.isNegative x) (_ -zero eb sb) (_ +zero eb sb)) x))
(rule fp-term-converted (Float) ((x ?)) x
  :equal ((_ to_fp eb sb) RNE x) ((_ to_fp eb sb) RTZ x))
(rule fp-term-converted-any (Float) ((x ?) (r RoundingMode)) x
  :equal ((_ to_fp eb sb) r x))
(rule fp-term-compared (Float) ((x ?) (a ?)) x
  :equal (ite (fp.lt x a) x (ite (= x a) a x)) (ite (and (fp.eq x a) (not (fp.isZero a))) a x))
(rule fp-term-quotient (Float) ((x ?) (r RoundingMode)) x
  :equal (fp.div r x ((_ to_fp eb sb) RNE 1.0)) (fp.mul r x ((_ to_fp eb sb) RNE 1.0)))
(rule fp-mode-cases (RoundingMode) ((r ?)) r
  :equal (ite (= r RNE) RNE r) (ite (= r RTZ) RTZ (ite (= r RTP) RTP r)) (ite (distinct r RTN) r RTN))

; Signs.
(rule fp-abs-rewrite (Float) ((x ?)) (fp.abs x)
  :equal (ite (fp.isNegative x) (fp.neg x) x) (fp.abs (fp.neg x)) (fp.abs (fp.abs x)) (ite (fp.isPositive x) x (fp.neg x)))
(rule fp-abs-of-choice (Float) ((p Bool) (x ?) (y ?)) (fp.abs (ite p x y))
  :equal (ite p (fp.abs x) (fp.abs y)))
(rule fp-neg-rewrite (Float) ((x ?)) (fp.neg x)
  :equal (ite (fp.isNegative x) (fp.abs x) (fp.neg (fp.abs x))) (ite (fp.isNaN x) x (fp.neg x)) (fp.neg (fp.neg (fp.neg x))))
(rule fp-neg-of-choice (Float) ((p Bool) (x ?) (y ?)) (fp.neg (ite p x y))
  :equal (ite p (fp.neg x) (fp.neg y)))
(rule fp-neg-by-product (Float) ((x ?)) (fp.neg x)
  :equal (fp.mul RNE x (fp.neg ((_ to_fp eb sb) RNE 1.0))))

; Operations.
(rule fp-add-swap (Float) ((r RoundingMode) (x ?) (y ?)) (fp.add r x y)
  :equal (fp.add r y x) (fp.sub r x (fp.neg y)) (fp.sub r y (fp.neg x)))
(rule fp-add-cases (Float) ((r RoundingMode) (x ?) (y ?)) (fp.add r x y)
  :equal (ite (fp.isNaN x) x (fp.add r x y)) (ite (= r RNE) (fp.add RNE x y) (fp.add r x y)) (ite (and (fp.isZero y) (not (fp.isZero x))) x (fp.add r x y)))
(rule fp-add-negated (Float) ((x ?) (y ?)) (fp.add RTZ x y)
  :equal (ite (fp.eq x (fp.neg y)) (fp.add RTZ x y) (fp.neg (fp.add RTZ (fp.neg x) (fp.neg y)))))
(rule fp-add-of-choice (Float) ((p Bool) (r RoundingMode) (x ?) (y ?) (z ?)) (fp.add r (ite p x y) z)
  :equal (ite p (fp.add r x z) (fp.add r y z)))
(rule fp-sub-rewrite (Float) ((r RoundingMode) (x ?) (y ?)) (fp.sub r x y)
  :equal (fp.add r x (fp.neg y)) (fp.add r (fp.neg y) x) (fp.sub r (fp.neg y) (fp.neg x)))
(rule fp-sub-of-choice (Float) ((p Bool) (r RoundingMode) (x ?) (y ?) (z ?)) (fp.sub r z (ite p x y))
  :equal (ite p (fp.sub r z x) (fp.sub r z y)))
(rule fp-mul-swap (Float) ((r RoundingMode) (x ?) (y ?)) (fp.mul r x y)
  :equal (fp.mul r y x) (fp.mul r (fp.neg x) (fp.neg y)))
(rule fp-mul-cases (Float) ((r RoundingMode) (x ?) (y ?)) (fp.mul r x y)
  :equal (ite (fp.isNaN y) y (fp.mul r x y)) (ite (= r RTP) (fp.mul RTP x y) (fp.mul r x y)) (ite (= x y) (fp.mul r y y) (fp.mul r x y)))
(rule fp-mul-of-choice (Float) ((p Bool) (r RoundingMode) (x ?) (y ?) (z ?)) (fp.mul r (ite p x y) z)
  :equal (ite p (fp.mul r x z) (fp.mul r y z)))
(rule fp-div-signs (Float) ((r RoundingMode) (x ?) (y ?)) (fp.div r x y)
  :equal (fp.div r (fp.neg x) (fp.neg y)))
(rule fp-div-cases (Float) ((r RoundingMode) (x ?) (y ?)) (fp.div r x y)
  :equal (ite (fp.isNaN x) x (fp.div r x y)) (ite (= r RTN) (fp.div RTN x y) (fp.div r x y)))
(rule fp-div-of-choice (Float) ((p Bool) (r RoundingMode) (x ?) (y ?) (z ?)) (fp.div r z (ite p x y))
  :equal (ite p (fp.div r z x) (fp.div r z y)))
(rule fp-fma-swap (Float) ((r RoundingMode) (x ?) (y ?) (z ?)) (fp.fma r x y z)
  :equal (fp.fma r y x z) (fp.fma r (fp.neg x) (fp.neg y) z))
(rule fp-sqrt-cases (Float) ((r RoundingMode) (x ?)) (fp.sqrt r x)
  :equal (ite (fp.isNaN x) x (fp.sqrt r x)) (ite (fp.isZero x) x (fp.sqrt r x)) (ite (= r RNA) (fp.sqrt RNA x) (fp.sqrt r x)))
(rule fp-rem-signs (Float) ((x ?) (y ?)) (fp.rem x y)
  :equal (fp.rem x (fp.neg y)) (fp.neg (fp.rem (fp.neg x) y)))
(rule fp-round-again (Float) ((r RoundingMode) (x ?)) (fp.roundToIntegral r x)
  :equal (fp.roundToIntegral r (fp.roundToIntegral r x)) (ite (fp.isZero x) x (fp.roundToIntegral r x)) (ite (fp.isInfinite x) x (fp.roundToIntegral r x)))
(rule fp-round-negated (Float) ((x ?)) (fp.roundToIntegral RTP x)
  :equal (fp.neg (fp.roundToIntegral RTN (fp.neg x))))
(rule fp-round-nearest-negated (Float) ((x ?)) (fp.roundToIntegral RNE x)
  :equal (fp.neg (fp.roundToIntegral RNE (fp.neg x))))
(rule fp-min-cases (Float) ((x ?) (y ?)) (fp.min x y)
  :equal (ite (fp.lt x y) x (fp.min x y)) (ite (fp.lt y x) y (fp.min x y)) (ite (fp.isNaN x) y (fp.min x y)) (ite (fp.isNaN y) x (fp.min x y)))
(rule fp-max-cases (Float) ((x ?) (y ?)) (fp.max x y)
  :equal (ite (fp.gt x y) x (fp.max x y)) (ite (fp.gt y x) y (fp.max x y)) (ite (fp.isNaN x) y (fp.max x y)) (ite (fp.isNaN y) x (fp.max x y)))

; Predicates, wherever they stand.
(rule fp-eq-rewrite (Float) ((x ?) (y ?)) (fp.eq x y)
  :equal (fp.eq y x) (fp.eq (fp.neg x) (fp.neg y)) (and (fp.leq x y) (fp.geq x y)))
(rule fp-less-negated (Float) ((x ?) (y ?)) (fp.lt x y)
  :equal (fp.gt y x) (fp.lt (fp.neg y) (fp.neg x)) (and (fp.leq x y) (not (fp.eq x y))))
(rule fp-at-most-negated (Float) ((x ?) (y ?)) (fp.leq x y)
  :equal (fp.geq y x) (fp.leq (fp.neg y) (fp.neg x)) (or (fp.lt x y) (fp.eq x y)))
