; The fusions of yinyang 0.3.0 (config/fusion_functions.txt), in our notation: what it fuses, none of its text.
; Its c is a literal that it draws. Those that are wrong have names that say so.

(fusion yy-wrong-int-product () ((x Int) (y Int)) Int (* x y)
  :x (div z y)
  :y (div z x))
(fusion yy-int-sum () ((x Int) (y Int)) Int (+ x y)
  :x (- z y)
  :y (- z x))
(fusion yy-int-sum-constant () ((x Int) (y Int) (c Int :constant)) Int (+ (+ x y) c)
  :x (- (- z y) c)
  :y (- (- z x) c))
(fusion yy-wrong-real-product () ((x Real) (y Real)) Real (* x y)
  :x (/ z y)
  :y (/ z x))
(fusion yy-real-sum-constant () ((x Real) (y Real) (c Real :constant)) Real (+ (+ x y) c)
  :x (- (- z y) c)
  :y (- (- z x) c))
(fusion yy-real-sum () ((x Real) (y Real)) Real (+ x y)
  :x (- z y)
  :y (- z x))

; It says (= z (+ x c) y), which is a chain: z is (+ x c), and y is that, too. What was meant is (+ x c y) most
; likely: the inverses are those of it. As it stands, they are wrong even where the chain holds.
(fusion yy-wrong-real-chain () ((x Real) (y Real) (c Real :constant)) Real (+ x c)
  :x (- (- z c) y)
  :y (- (- z c) x)
  :guard (= (+ x c) y))

; It has this one at eight bits alone.
(fusion yy-bv-xor (BitVec) ((x ?) (y ?)) ? (bvxor x y)
  :x (bvxor z y)
  :y (bvxor z x))
(fusion yy-str-concat () ((x String) (y String)) String (str.++ x y)
  :x (str.substr z 0 (str.len x))
  :y (str.substr z (str.len x) (str.len y)))
(fusion yy-str-concat-replace () ((x String) (y String)) String (str.++ x y)
  :x (str.substr z 0 (str.len x))
  :y (str.replace z x ""))
(fusion yy-str-between () ((x String) (y String) (c String :constant)) String (str.++ x c y)
  :x (str.substr z 0 (str.len x))
  :y (str.replace (str.replace z x "") c ""))
