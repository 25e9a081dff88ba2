; FloatingPoint: (_ FloatingPoint e s) has e exponent bits and s bits of
; significand, the hidden one included.

(theory FloatingPoint
  :sorts ((RoundingMode 0)
          ((_ FloatingPoint e s) 0)
          (Float16 (_ FloatingPoint 5 11))
          (Float32 (_ FloatingPoint 8 24))
          (Float64 (_ FloatingPoint 11 53))
          (Float128 (_ FloatingPoint 15 113)))
  :funs (
    ; ---- SMT-LIB: rounding modes ---------------------------------------
    :shared
    (roundNearestTiesToEven RoundingMode) (RNE RoundingMode)
    (roundNearestTiesToAway RoundingMode) (RNA RoundingMode)
    (roundTowardPositive RoundingMode)    (RTP RoundingMode)
    (roundTowardNegative RoundingMode)    (RTN RoundingMode)
    (roundTowardZero RoundingMode)        (RTZ RoundingMode)

    ; ---- SMT-LIB: values -----------------------------------------------
    :shared
    ; sign, exponent, and the significand without its hidden bit
    (par (e k) (fp (_ BitVec 1) (_ BitVec e) (_ BitVec k) (_ FloatingPoint e (+ k 1))))
    (par (e s) ((_ +oo e s) (_ FloatingPoint e s)))
    (par (e s) ((_ -oo e s) (_ FloatingPoint e s)))
    (par (e s) ((_ +zero e s) (_ FloatingPoint e s)))
    (par (e s) ((_ -zero e s) (_ FloatingPoint e s)))
    (par (e s) ((_ NaN e s) (_ FloatingPoint e s)))

    ; ---- SMT-LIB: arithmetic -------------------------------------------
    :shared
    (par (e s) (fp.abs (_ FloatingPoint e s) (_ FloatingPoint e s)))
    (par (e s) (fp.neg (_ FloatingPoint e s) (_ FloatingPoint e s)))
    (par (e s) (fp.add RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.sub RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.mul RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.div RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.fma RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s) (_ FloatingPoint e s)))
    (par (e s) (fp.sqrt RoundingMode (_ FloatingPoint e s) (_ FloatingPoint e s)))
    (par (e s) (fp.rem (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.roundToIntegral RoundingMode (_ FloatingPoint e s)
                                   (_ FloatingPoint e s)))
    (par (e s) (fp.min (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))
    (par (e s) (fp.max (_ FloatingPoint e s) (_ FloatingPoint e s)
                       (_ FloatingPoint e s)))

    ; ---- SMT-LIB: comparison and classification ------------------------
    :shared
    (par (e s) (fp.leq (_ FloatingPoint e s) (_ FloatingPoint e s) Bool :chainable))
    (par (e s) (fp.lt (_ FloatingPoint e s) (_ FloatingPoint e s) Bool :chainable))
    (par (e s) (fp.geq (_ FloatingPoint e s) (_ FloatingPoint e s) Bool :chainable))
    (par (e s) (fp.gt (_ FloatingPoint e s) (_ FloatingPoint e s) Bool :chainable))
    (par (e s) (fp.eq (_ FloatingPoint e s) (_ FloatingPoint e s) Bool :chainable))
    (par (e s) (fp.isNormal (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isSubnormal (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isZero (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isInfinite (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isNaN (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isNegative (_ FloatingPoint e s) Bool))
    (par (e s) (fp.isPositive (_ FloatingPoint e s) Bool))

    ; ---- SMT-LIB: conversion to floating point -------------------------
    :shared
    ; from the IEEE bit pattern, another format, a real, a signed and an
    ; unsigned machine integer
    (par (e s) ((_ to_fp e s) (_ BitVec (+ e s)) (_ FloatingPoint e s)))
    (par (e s f t) ((_ to_fp e s) RoundingMode (_ FloatingPoint f t)
                                  (_ FloatingPoint e s)))
    (par (e s) ((_ to_fp e s) RoundingMode Real (_ FloatingPoint e s)))
    (par (e s m) ((_ to_fp e s) RoundingMode (_ BitVec m) (_ FloatingPoint e s)))
    (par (e s m) ((_ to_fp_unsigned e s) RoundingMode (_ BitVec m)
                                         (_ FloatingPoint e s)))

    ; ---- SMT-LIB: conversion from floating point -----------------------
    :shared
    (par (m e s) ((_ fp.to_ubv m) RoundingMode (_ FloatingPoint e s) (_ BitVec m)))
    (par (m e s) ((_ fp.to_sbv m) RoundingMode (_ FloatingPoint e s) (_ BitVec m)))
    (par (e s) (fp.to_real (_ FloatingPoint e s) Real))

    ; ---- z3 ------------------------------------------------------------
    :single
    (par (e s) (fp.to_ieee_bv (_ FloatingPoint e s) (_ BitVec (+ e s))))
    (par (e s) (to_ieee_bv (_ FloatingPoint e s) (_ BitVec (+ e s))))
    ; internal versions, as z3 prints them
    (par (e s) (fp.to_ieee_bv_I (_ FloatingPoint e s) (_ BitVec (+ e s))))
    (par (m e s) ((_ fp.to_ubv_I m) RoundingMode (_ FloatingPoint e s) (_ BitVec m)))
    (par (m e s) ((_ fp.to_sbv_I m) RoundingMode (_ FloatingPoint e s) (_ BitVec m)))
    (par (e s) (fp.to_real_I (_ FloatingPoint e s) Real))
    (par (e s) (fp.min_i (_ FloatingPoint e s) (_ FloatingPoint e s)
                         (_ FloatingPoint e s)))
    (par (e s) (fp.max_i (_ FloatingPoint e s) (_ FloatingPoint e s)
                         (_ FloatingPoint e s)))
    (par (e s) (fp.sub (_ FloatingPoint e s) (_ FloatingPoint e s)))
    ; z3: further arguments of to_fp. A real without a rounding mode; a real
    ; and a power-of-two exponent, in either order; the three parts
    (par (e s) ((_ to_fp e s) Real (_ FloatingPoint e s)))
    (par (e s) ((_ to_fp e s) RoundingMode Real Int (_ FloatingPoint e s)))
    (par (e s) ((_ to_fp e s) RoundingMode Int Real (_ FloatingPoint e s)))
    (par (e s) ((_ to_fp e s) (_ BitVec 1) (_ BitVec e) (_ BitVec (- s 1))
                                (_ FloatingPoint e s)))

    ; ---- cvc5: to_fp with the kind of its argument in the name ---------
    :single
    (par (e s) ((_ to_fp_bv e s) (_ BitVec (+ e s)) (_ FloatingPoint e s)))
    (par (e s f t) ((_ to_fp_fp e s) RoundingMode (_ FloatingPoint f t)
                                     (_ FloatingPoint e s)))
    (par (e s) ((_ to_fp_real e s) RoundingMode Real (_ FloatingPoint e s)))
    (par (e s m) ((_ to_fp_signed e s) RoundingMode (_ BitVec m)
                                       (_ FloatingPoint e s)))
    ; totalised conversions, with the value of the undefined cases last
    (par (m e s) ((_ fp.to_ubv_total m) RoundingMode (_ FloatingPoint e s)
                                        (_ BitVec m) (_ BitVec m)))
    (par (m e s) ((_ fp.to_sbv_total m) RoundingMode (_ FloatingPoint e s)
                                        (_ BitVec m) (_ BitVec m)))
    (par (e s) (fp.to_real_total (_ FloatingPoint e s) Real Real))
    (par (e s) (fp.min_total (_ FloatingPoint e s) (_ FloatingPoint e s)
                             (_ BitVec 1) (_ FloatingPoint e s)))
    (par (e s) (fp.max_total (_ FloatingPoint e s) (_ FloatingPoint e s)
                             (_ BitVec 1) (_ FloatingPoint e s)))

    ; ---- MathSAT -------------------------------------------------------
    :single
    (par (e s) (fp.as_ieee_bv (_ FloatingPoint e s) (_ BitVec (+ e s))))
  ))
