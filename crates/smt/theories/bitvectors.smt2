; FixedSizeBitVectors with the operators of the BV logics, and the
; operators that single solvers add.

(theory FixedSizeBitVectors
  :sorts (((_ BitVec m) 0))
  :funs (
    ; ---- SMT-LIB: taking apart and putting together --------------------
    :shared
    (par (i j) (concat (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)) :left-assoc))
    ((_ extract ...) :sort-by extract)   ; from bit i down to bit j
    (par (i m) ((_ repeat i) (_ BitVec m) (_ BitVec (* i m))))
    (par (i m) ((_ zero_extend i) (_ BitVec m) (_ BitVec (+ m i))))
    (par (i m) ((_ sign_extend i) (_ BitVec m) (_ BitVec (+ m i))))
    (par (i m) ((_ rotate_left i) (_ BitVec m) (_ BitVec m)))
    (par (i m) ((_ rotate_right i) (_ BitVec m) (_ BitVec m)))

    ; ---- SMT-LIB: bitwise ----------------------------------------------
    :shared
    (par (m) (bvnot (_ BitVec m) (_ BitVec m)))
    (par (m) (bvand (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
    (par (m) (bvor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
    (par (m) (bvxor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
    ; not :left-assoc since 2020, as that is not the negation of bvxor
    (par (m) (bvxnor (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvnand (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvnor (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvcomp (_ BitVec m) (_ BitVec m) (_ BitVec 1)))

    ; ---- SMT-LIB: arithmetic -------------------------------------------
    :shared
    (par (m) (bvneg (_ BitVec m) (_ BitVec m)))
    (par (m) (bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
    (par (m) (bvmul (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
    (par (m) (bvsub (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvudiv (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvurem (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsdiv (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsrem (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsmod (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvshl (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvlshr (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvashr (_ BitVec m) (_ BitVec m) (_ BitVec m)))

    ; ---- SMT-LIB: comparison -------------------------------------------
    :shared
    (par (m) (bvult (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvule (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvugt (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvuge (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvslt (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsle (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsgt (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsge (_ BitVec m) (_ BitVec m) Bool))

    ; ---- SMT-LIB 2.7: overflow predicates ------------------------------
    :shared
    (par (m) (bvnego (_ BitVec m) Bool))
    (par (m) (bvuaddo (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsaddo (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvumulo (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsmulo (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvusubo (_ BitVec m) (_ BitVec m) Bool))   ; cvc5, bitwuzla
    (par (m) (bvssubo (_ BitVec m) (_ BitVec m) Bool))   ; cvc5, bitwuzla
    (par (m) (bvsdivo (_ BitVec m) (_ BitVec m) Bool))   ; cvc5, bitwuzla

    ; ---- SMT-LIB 2.7: conversions --------------------------------------
    :shared
    (par (m) (ubv_to_int (_ BitVec m) Int))
    (par (m) (sbv_to_int (_ BitVec m) Int))
    (par (m) ((_ int_to_bv m) Int (_ BitVec m)))
    ; the older names, which z3 has in no logic of SMT-LIB
    :single
    (par (m) (bv2nat (_ BitVec m) Int))
    (par (m) ((_ int2bv m) Int (_ BitVec m)))            ; z3, cvc5
    (par (m) ((_ nat2bv m) Int (_ BitVec m)))
    (par (m) (bv2int (_ BitVec m) Int))                  ; z3
    (par (m) (ubv2int (_ BitVec m) Int))                 ; z3
    (par (m) (sbv2int (_ BitVec m) Int))                 ; z3

    ; ---- several solvers: reductions -----------------------------------
    :single
    (par (m) (bvredor (_ BitVec m) (_ BitVec 1)))
    (par (m) (bvredand (_ BitVec m) (_ BitVec 1)))
    (par (m) (bvredxor (_ BitVec m) (_ BitVec 1)))       ; bitwuzla, boolector

    ; ---- cvc5 ----------------------------------------------------------
    :single
    (par (m) (bvite (_ BitVec 1) (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvultbv (_ BitVec m) (_ BitVec m) (_ BitVec 1)))
    (par (m) (bvsltbv (_ BitVec m) (_ BitVec m) (_ BitVec 1)))
    (par (i m) ((_ @bit i) (_ BitVec m) Bool))
    (par (i m) ((_ bit i) (_ BitVec m) Bool))            ; older print of @bit
    (par (i m) ((_ bitOf i) (_ BitVec m) Bool))
    (par (n m) ((_ @bv n m) (_ BitVec m)))
    (par (m) (@bvsize (_ BitVec m) Int))
    (@from_bools :sort-by bools-to-bv)

    ; ---- z3 ------------------------------------------------------------
    :single
    (bit0 (_ BitVec 1))
    (bit1 (_ BitVec 1))
    (par (i m) ((_ bit2bool i) (_ BitVec m) Bool))
    (mkbv :sort-by bools-to-bv)
    (carry Bool Bool Bool Bool)
    (xor3 Bool Bool Bool Bool)
    (par (m) (ext_rotate_left (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (ext_rotate_right (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (rotate_left (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (rotate_right (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvumul_noovfl (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsmul_noovfl (_ BitVec m) (_ BitVec m) Bool))
    (par (m) (bvsmul_noudfl (_ BitVec m) (_ BitVec m) Bool))
    ; by zero: the argument is the dividend
    (par (m) (bvsdiv0 (_ BitVec m) (_ BitVec m)))
    (par (m) (bvudiv0 (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsrem0 (_ BitVec m) (_ BitVec m)))
    (par (m) (bvurem0 (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsmod0 (_ BitVec m) (_ BitVec m)))
    ; the versions with the divisor known not to be zero
    (par (m) (bvsdiv_i (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvudiv_i (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsrem_i (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvurem_i (_ BitVec m) (_ BitVec m) (_ BitVec m)))
    (par (m) (bvsmod_i (_ BitVec m) (_ BitVec m) (_ BitVec m)))

    ; ---- boolector -----------------------------------------------------
    :single
    (par (m) (bvinc (_ BitVec m) (_ BitVec m)))
    (par (m) (bvdec (_ BitVec m) (_ BitVec m)))
    (par (k m) (bvrol (_ BitVec m) (_ BitVec k) (_ BitVec m)))
    (par (k m) (bvror (_ BitVec m) (_ BitVec k) (_ BitVec m)))
  ))
