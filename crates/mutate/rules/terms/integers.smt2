; Integers: quotients, remainders and absolute values.

; Any integer.
(rule int-term-divided () ((x Int) (n Int :constant)) x
  :equal (+ (* n (div x n)) (mod x n)) (- x (- (mod x n) (mod x n)))
  :guard (distinct n 0))
(rule int-term-multiple () ((x Int) (n Int :constant)) x
  :equal (div (* n x) n)
  :guard (distinct n 0))
(rule int-term-real () ((x Int)) x
  :equal (to_int (to_real x)))
(rule int-term-absolute () ((x Int)) x
  :equal (ite (< x 0) (- (abs x)) (abs x)) (ite (= (abs x) x) x (- (abs x))) (div x 1) (- (div x (- 1))))

; Absolute values.
(rule int-abs-cases () ((x Int)) (abs x)
  :equal (ite (>= x 0) x (- x)) (ite (< x 0) (- x) x) (- (ite (< x 0) x (- x))) (ite (> x (- x)) x (- x)))
(rule int-abs-sign () ((x Int)) (abs x)
  :equal (abs (- x)) (abs (abs x)) (abs (- 0 x)))
(rule int-abs-of-choice () ((p Bool) (x Int) (y Int)) (abs (ite p x y))
  :equal (ite p (abs x) (abs y)))
(rule int-abs-of-product () ((x Int) (y Int)) (abs (* x y))
  :equal (* (abs x) (abs y)))
(rule int-choice-to-abs () ((x Int)) (ite (< x 0) (- x) x)
  :equal (abs x))
(rule int-choice-to-abs-weak () ((x Int)) (ite (>= x 0) x (- x))
  :equal (abs x))

; Quotients and remainders by any divisor. What they are for zero is left open.
(rule int-mod-to-div () ((x Int) (y Int)) (mod x y)
  :equal (- x (* y (div x y))) (mod x (- y)) (mod x (abs y))
  :guard (distinct y 0))
(rule int-mod-again () ((x Int) (y Int)) (mod x y)
  :equal (mod (mod x y) y) (mod (+ x y) y) (mod (- x y) y)
  :guard (distinct y 0))
(rule int-mod-small () ((x Int) (y Int)) (mod x y)
  :equal x
  :guard (and (<= 0 x) (< x (abs y))))
(rule int-div-sign () ((x Int) (y Int)) (div x y)
  :equal (- (div x (- y))) (+ (div (- x y) y) 1) (- (div (+ x y) y) 1)
  :guard (distinct y 0))
(rule int-div-small () ((x Int) (y Int)) (div x y)
  :equal 0
  :guard (and (<= 0 x) (< x (abs y))))
(rule int-div-negated () ((x Int) (y Int)) (div (- x) y)
  :equal (ite (= (mod x y) 0) (- (div x y)) (ite (> y 0) (- (- (div x y)) 1) (+ (- (div x y)) 1)))
  :guard (distinct y 0))
(rule int-mod-of-choice () ((p Bool) (x Int) (y Int) (z Int)) (mod (ite p x y) z)
  :equal (ite p (mod x z) (mod y z)))
(rule int-mod-choice-divisor () ((p Bool) (x Int) (y Int) (z Int)) (mod z (ite p x y))
  :equal (ite p (mod z x) (mod z y)))
(rule int-div-of-choice () ((p Bool) (x Int) (y Int) (z Int)) (div (ite p x y) z)
  :equal (ite p (div x z) (div y z)))
(rule int-div-choice-divisor () ((p Bool) (x Int) (y Int) (z Int)) (div z (ite p x y))
  :equal (ite p (div z x) (div z y)))

; By a constant.
(rule int-mod-constant-to-div () ((x Int) (n Int :constant)) (mod x n)
  :equal (- x (* n (div x n))) (mod (mod x n) n) (mod (+ x n) n)
  :guard (distinct n 0))
(rule int-mod-constant-shift () ((x Int) (n Int :constant) (a Int)) (mod x n)
  :equal (mod (+ x (* n a)) n) (mod (- x (* n a)) n) (mod (+ (mod (- x a) n) a) n)
  :guard (distinct n 0))
(rule int-div-constant-shift () ((x Int) (n Int :constant) (a Int)) (div x n)
  :equal (- (div (+ x (* n a)) n) a) (+ (div (- x (* n a)) n) a)
  :guard (distinct n 0))
(rule int-div-constant-exact () ((x Int) (n Int :constant)) (div x n)
  :equal (div (- x (mod x n)) n)
  :guard (distinct n 0))
(rule int-mod-of-sum () ((x Int) (y Int) (n Int :constant)) (mod (+ x y) n)
  :equal (mod (+ (mod x n) y) n) (mod (+ (mod x n) (mod y n)) n) (mod (+ y (mod x n)) n)
  :guard (distinct n 0))
(rule int-mod-of-difference () ((x Int) (y Int) (n Int :constant)) (mod (- x y) n)
  :equal (mod (- (mod x n) y) n) (mod (- x (mod y n)) n)
  :guard (distinct n 0))

; Orders of integers.
(rule int-less-to-at-most () ((x Int) (y Int)) (< x y)
  :equal (<= (+ x 1) y) (<= x (- y 1)) (> (+ y 1) (+ x 1)))
(rule int-at-most-to-less () ((x Int) (y Int)) (<= x y)
  :equal (< x (+ y 1)) (< (- x 1) y) (not (>= x (+ y 1))))
(rule int-divisible-to-mod () ((n :index) (x Int)) ((_ divisible n) x)
  :equal (= (mod x n) 0) (= x (* n (div x n))) ((_ divisible n) (- x)) ((_ divisible n) (+ x n)))
