; Rules that `nuthatch rules discover` found and solvers proved, chosen by hand from what it wrote.

; floats.

(rule d-floats-equal-1 (Float) ((x ?) (m RoundingMode)) x
  :equal ((_ to_fp eb sb) m x))
(rule d-floats-equal-2 (Float) ((x ?)) x
  :equal (fp.max (_ NaN eb sb) x))
(rule d-floats-equal-3 (Float) ((x ?)) x
  :equal (fp.max x (_ NaN eb sb)))
(rule d-floats-equal-4 (Float) ((x ?)) x
  :equal (fp.min (_ NaN eb sb) x))
(rule d-floats-equal-5 (Float) ((x ?)) x
  :equal (fp.min x (_ NaN eb sb)))

(rule d-fp-div-equal-1 (Float) ((x ?) (m RoundingMode)) (fp.div m x x)
  :equal (fp.div RNA x x))

(rule d-fp-isZero-equal-1 (Float) ((x ?)) (fp.isZero x)
  :equal (fp.eq (_ -zero eb sb) x))

(rule d-fp-leq-equal-1 (Float) ((x ?)) (fp.leq x x)
  :equal (fp.leq x (_ +oo eb sb)))
(rule d-fp-leq-equal-2 (Float) ((x ?)) (fp.leq x x)
  :equal (fp.leq (_ -oo eb sb) x))

(rule d-fp-max-equal-1 (Float) ((x ?)) (fp.max x x)
  :equal x)

(rule d-fp-min-equal-1 (Float) ((x ?)) (fp.min x x)
  :equal x)

(rule d-fp-sqrt-equal-1 (Float) ((x ?)) (fp.sqrt RTN x)
  :equal (fp.sqrt RTZ x))

; sequences.

(rule d-seq-at-equal-1 () ((x (Seq ?1)) (n Int)) (seq.at x n)
  :equal (seq.extract x n 1))

(rule d-seq-concat-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.++ x y)
  :equal (seq.replace y (as seq.empty (Seq ?1)) x))

(rule d-seq-contains-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.contains x y)
  :equal (seq.contains x (seq.replace y x y)))

(rule d-seq-extract-equal-1 () ((x (Seq ?1)) (n Int)) (seq.extract x n 0)
  :equal (as seq.empty (Seq ?1)))
(rule d-seq-extract-equal-2 () ((x (Seq ?1)) (n Int) (m Int)) (seq.extract x n m)
  :equal (seq.replace_all x x (seq.extract x n m)))

(rule d-seq-indexof-equal-1 () ((x (Seq ?1)) (y (Seq ?1)) (n Int)) (seq.indexof x x n)
  :equal (seq.indexof y y n))
(rule d-seq-indexof-equal-2 () ((x (Seq ?1)) (n Int)) (seq.indexof x x n)
  :equal (seq.indexof (as seq.empty (Seq ?1)) (as seq.empty (Seq ?1)) n))

(rule d-seq-len-equal-1 () ((x (Seq ?1)) (y (Seq ?1)) (n Int)) (seq.len x)
  :equal (seq.len (seq.update x n y)))

(rule d-seq-prefixof-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.prefixof x y)
  :equal (seq.prefixof x (seq.replace_all x x y)))

(rule d-seq-replace-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.replace x x y)
  :equal y)
(rule d-seq-replace-equal-2 () ((x (Seq ?1)) (y (Seq ?1))) (seq.replace x y y)
  :equal x)

(rule d-seq-replace-all-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.replace_all x y y)
  :equal x)
(rule d-seq-replace-all-equal-2 () ((x (Seq ?1)) (y (Seq ?1)) (a (Seq ?1))) (seq.replace_all x y a)
  :equal (seq.replace_all x x (seq.replace_all x y a)))

(rule d-seq-suffixof-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (seq.suffixof x y)
  :equal (seq.suffixof x (seq.replace_all x x y)))

(rule d-seq-unit-equal-1 () ((v ?1)) (seq.unit v)
  :equal (seq.at (seq.unit v) 0))

(rule d-sequences-equal-1 () ((x (Seq ?1))) x
  :equal (seq.++ (as seq.empty (Seq ?1)) x))
(rule d-sequences-equal-2 () ((x (Seq ?1)) (y (Seq ?1))) x
  :equal (seq.replace_all x (as seq.empty (Seq ?1)) y))
(rule d-sequences-equal-3 () ((x (Seq ?1)) (n Int)) x
  :equal (seq.update x n (as seq.empty (Seq ?1))))
(rule d-sequences-equal-4 () ((x (Seq ?1))) x
  :equal (seq.update x 0 x))

(rule d-sequences-equal-equal-1 () ((x (Seq ?1)) (y (Seq ?1))) (= x y)
  :equal (= x (seq.replace y x y)))

; arrays.

(rule d-arrays-equal-1 () ((a (Array ?1 ?2)) (b (Array ?1 ?2))) a
  :equal (ite (= a b) b a))
(rule d-arrays-equal-2 () ((a (Array ?1 ?2)) (i ?1)) a
  :equal (store a i (select a i)))

(rule d-arrays-select-equal-1 () ((i ?1) (k ?2 :constant)) (select ((as const (Array ?1 ?2)) k) i)
  :equal k)
(rule d-arrays-select-equal-2 () ((a (Array ?1 ?2)) (i ?1) (j ?1) (k ?2 :constant)) (select a i)
  :equal (select a (ite (= a ((as const (Array ?1 ?2)) k)) j i)))
(rule d-arrays-select-equal-3 () ((a (Array ?1 ?2)) (i ?1) (j ?1)) (select a i)
  :equal (select (store a j (select a i)) i))

(rule d-arrays-store-equal-1 () ((i ?1) (k ?2 :constant)) (store ((as const (Array ?1 ?2)) k) i k)
  :equal ((as const (Array ?1 ?2)) k))
(rule d-arrays-store-equal-2 () ((a (Array ?1 ?2)) (i ?1) (u ?2)) (store a i u)
  :equal (store (store a i u) i u))
(rule d-arrays-store-equal-3 () ((a (Array ?1 ?2)) (i ?1) (j ?1) (k ?2 :constant)) (store a i k)
  :equal (store a (ite (= a ((as const (Array ?1 ?2)) k)) j i) k))
(rule d-arrays-store-equal-4 () ((a (Array ?1 ?2)) (i ?1) (k ?2 :constant)) (store a i k)
  :equal (ite (= a ((as const (Array ?1 ?2)) k)) a (store a i k)))
(rule d-arrays-store-equal-5 () ((a (Array ?1 ?2)) (i ?1) (k ?2 :constant)) (store a i k)
  :equal (ite (= a ((as const (Array ?1 ?2)) k)) ((as const (Array ?1 ?2)) k) (store a i k)))

; datatypes.

(rule d-datatypes-equal-1 (Datatype) ((x ?) (y ?)) x
  :equal (ite (= x y) y x))
(rule d-datatypes-equal-2 (Datatype) ((x ?) (y ?) (q Bool)) x
  :equal (ite q (ite q x y) x))

(rule d-datatypes-equal-equal-1 (Datatype) ((x ?) (c :constructor) (ys :fields c) (d :constructor :not c) (zs :fields d)) (= x (c ys))
  :equal ((_ is c) (ite (= x (c ys)) x (d zs))))
(rule d-datatypes-equal-over-1 (Datatype) ((x ?) (y ?) (z ?)) (= x y)
  :over (= (distinct x z) (distinct y z)))
(rule d-datatypes-equal-equal-2 (Datatype) ((x ?) (c :constructor) (ys :fields c) (us :fields c)) (= x (c ys))
  :equal (= x (ite ((_ is c) x) (c ys) (c us))))
(rule d-datatypes-equal-equal-3 (Datatype) ((x ?) (c :constructor) (ys :fields c) (us :fields c) (d :constructor :not c)) (= x (c ys))
  :equal (= x (ite ((_ is d) x) (c us) (c ys))))
(rule d-datatypes-equal-equal-4 (Datatype) ((x ?) (c :constructor) (ys :fields c) (d :constructor :not c) (zs :fields d)) (= x (c ys))
  :equal (= (c ys) (ite ((_ is c) x) x (d zs))))
(rule d-datatypes-equal-equal-5 (Datatype) ((x ?) (c :constructor) (ys :fields c) (d :constructor :not c) (zs :fields d)) (= x (c ys))
  :equal (= (c ys) (ite ((_ is d) x) (d zs) x)))
(rule d-datatypes-equal-over-2 (Datatype) ((x ?) (y ?) (c :constructor) (ys :fields c) (d :constructor :not c)) (= x (c ys))
  :over (= (c ys) (ite ((_ is d) x) y x)))
(rule d-datatypes-equal-over-3 (Datatype) ((x ?) (y ?) (c :constructor) (ys :fields c) (d :constructor :not c)) (= x (c ys))
  :over (= x (ite ((_ is d) x) y (c ys))))
(rule d-datatypes-equal-over-4 (Datatype) ((x ?) (y ?) (c :constructor) (ys :fields c)) (= x (c ys))
  :over (= (c ys) (ite ((_ is c) x) x y)))
(rule d-datatypes-equal-over-5 (Datatype) ((x ?) (y ?) (c :constructor) (ys :fields c)) (= x (c ys))
  :over (= x (ite ((_ is c) x) (c ys) y)))
(rule d-datatypes-equal-over-6 (Datatype) ((x ?) (q Bool) (c :constructor) (ys :fields c) (d :constructor :not c)) (= x (c ys))
  :over (ite ((_ is d) x) q (= x (c ys))))
(rule d-datatypes-equal-over-7 (Datatype) ((x ?) (y ?) (z ?) (c :constructor) (ys :fields c)) (= x (c ys))
  :over (= x (ite (= y z) x (c ys))))
(rule d-datatypes-equal-over-8 (Datatype) ((x ?) (q Bool) (c :constructor) (ys :fields c)) (= x (c ys))
  :over (ite ((_ is c) x) (= x (c ys)) q))
(rule d-datatypes-equal-over-9 (Datatype) ((x ?) (y ?) (z ?) (c :constructor) (ys :fields c)) (= x (c ys))
  :over (= x (ite (= y z) (c ys) x)))
(rule d-datatypes-equal-under-1 (Datatype) ((x ?) (y ?) (z ?) (c :constructor) (ys :fields c)) (= x (c ys))
  :under (distinct y (ite (= x (c ys)) z y)))

(rule d-datatypes-is-equal-1 (Datatype) ((x ?) (c :constructor) (d :constructor :not c) (zs :fields d)) ((_ is c) x)
  :equal ((_ is c) (ite ((_ is c) x) x (d zs))))
(rule d-datatypes-is-equal-2 (Datatype) ((x ?) (c :constructor) (ys :fields c)) ((_ is c) x)
  :equal ((_ is c) (ite ((_ is c) x) (c ys) x)))
(rule d-datatypes-is-equal-3 (Datatype) ((x ?) (c :constructor) (d :constructor :not c) (zs :fields d)) ((_ is c) x)
  :equal ((_ is c) (ite ((_ is d) x) (d zs) x)))
(rule d-datatypes-is-equal-4 (Datatype) ((x ?) (c :constructor) (ys :fields c) (us :fields c)) ((_ is c) x)
  :equal ((_ is c) (ite (= x (c ys)) (c us) x)))
(rule d-datatypes-is-equal-5 (Datatype) ((x ?) (c :constructor) (ys :fields c) (us :fields c)) ((_ is c) x)
  :equal ((_ is c) (ite (= x (c us)) (c ys) x)))
(rule d-datatypes-is-equal-6 (Datatype) ((x ?) (c :constructor) (d :constructor :not c) (zs :fields d)) ((_ is c) x)
  :equal (not ((_ is d) (ite ((_ is c) x) x (d zs)))))
(rule d-datatypes-is-equal-7 (Datatype) ((x ?) (c :constructor) (ys :fields c)) ((_ is c) x)
  :equal (= x (ite ((_ is c) x) x (c ys))))
(rule d-datatypes-is-equal-8 (Datatype) ((x ?) (c :constructor) (d :constructor :not c) (zs :fields d)) ((_ is c) x)
  :equal (distinct x (ite ((_ is c) x) (d zs) x)))
(rule d-datatypes-is-equal-9 (Datatype) ((x ?) (c :constructor) (ys :fields c)) ((_ is c) x)
  :equal (= (c ys) (ite ((_ is c) x) (c ys) x)))
(rule d-datatypes-is-equal-10 (Datatype) ((x ?) (c :constructor) (d :constructor :not c) (zs :fields d)) ((_ is c) x)
  :equal (distinct (d zs) (ite ((_ is c) x) x (d zs))))

; sets.

(rule d-set-inter-equal-1 () ((s (Set ?1))) (set.inter s s)
  :equal s)
(rule d-set-inter-equal-2 () ((s (Set ?1)) (t (Set ?1))) (set.inter s t)
  :equal (set.inter t s))

(rule d-set-is-empty-equal-1 () ((s (Set ?1))) (set.is_empty s)
  :equal (= s (as set.empty (Set ?1))))

(rule d-set-member-under-1 () ((s (Set ?1)) (t (Set ?1)) (v ?1)) (set.member v s)
  :under (= s (set.insert v t)))

(rule d-set-minus-equal-1 () ((s (Set ?1))) (set.minus s s)
  :equal (as set.empty (Set ?1)))

(rule d-set-singleton-equal-1 () ((v ?1)) (set.singleton v)
  :equal (set.insert v (as set.empty (Set ?1))))

(rule d-set-union-equal-1 () ((s (Set ?1))) (set.union s s)
  :equal s)
(rule d-set-union-equal-2 () ((s (Set ?1)) (t (Set ?1))) (set.union s t)
  :equal (set.union t s))

(rule d-sets-equal-1 () ((s (Set ?1))) s
  :equal (set.union (as set.empty (Set ?1)) s))
(rule d-sets-equal-2 () ((s (Set ?1))) s
  :equal (set.minus s (as set.empty (Set ?1))))
(rule d-sets-equal-3 () ((s (Set ?1))) s
  :equal (set.union s s))
(rule d-sets-equal-4 () ((s (Set ?1))) s
  :equal (set.inter s s))
(rule d-sets-equal-5 () ((s (Set ?1))) s
  :equal (set.union s (as set.empty (Set ?1))))
