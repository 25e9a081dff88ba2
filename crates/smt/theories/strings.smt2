; UnicodeStrings, regular expressions and sequences. A string is a sequence
; of characters, and a regular expression carries the sequence sort that it
; describes, so most operators are given once, for sequences. SMT-LIB has
; only the instances for String and RegLan; z3 and cvc5 have the rest.

(theory Strings
  :sorts ((Char 0)
          (Seq 1)
          (RegEx 1)
          (String (Seq Char))
          (RegLan (RegEx String))
          (Unicode Char)                 ; z3: its name of the character sort
          (StringSequence String))       ; z3: name from before SMT-LIB 2.6
  :funs (
    ; ---- SMT-LIB: strings ----------------------------------------------
    :shared
    ((_ char ...) String)                ; the index is a hexadecimal
    (par (A) (str.++ (Seq A) (Seq A) (Seq A) :left-assoc))
    (par (A) (str.len (Seq A) Int))
    (str.< String String Bool)
    (str.<= String String Bool)
    (par (A) (str.at (Seq A) Int (Seq A)))
    (par (A) (str.substr (Seq A) Int Int (Seq A)))
    (par (A) (str.prefixof (Seq A) (Seq A) Bool))
    (par (A) (str.suffixof (Seq A) (Seq A) Bool))
    (par (A) (str.contains (Seq A) (Seq A) Bool))
    (par (A) (str.indexof (Seq A) (Seq A) Int Int))
    (par (A) (str.replace (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (str.replace_all (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (str.replace_re (Seq A) (RegEx (Seq A)) (Seq A) (Seq A)))
    (par (A) (str.replace_re_all (Seq A) (RegEx (Seq A)) (Seq A) (Seq A)))
    (str.is_digit String Bool)
    (str.to_code String Int)
    (str.from_code Int String)
    (str.to_int String Int)
    (str.from_int Int String)

    ; ---- SMT-LIB, but not z3 5.4 ---------------------------------------
    :single
    (str.< String String Bool :chainable)
    (str.<= String String Bool :chainable)

    ; ---- SMT-LIB: regular expressions ----------------------------------
    :shared
    (par (A) (str.to_re (Seq A) (RegEx (Seq A))))
    (par (A) (str.in_re (Seq A) (RegEx (Seq A)) Bool))
    (re.none RegLan)
    (re.all RegLan)
    (re.allchar RegLan)
    (par (A) (re.++ (RegEx A) (RegEx A) (RegEx A) :left-assoc))
    (par (A) (re.union (RegEx A) (RegEx A) (RegEx A) :left-assoc))
    (par (A) (re.inter (RegEx A) (RegEx A) (RegEx A) :left-assoc))
    (par (A) (re.diff (RegEx A) (RegEx A) (RegEx A) :left-assoc))
    (par (A) (re.* (RegEx A) (RegEx A)))
    (par (A) (re.+ (RegEx A) (RegEx A)))
    (par (A) (re.opt (RegEx A) (RegEx A)))
    (par (A) (re.comp (RegEx A) (RegEx A)))
    (par (A) (re.range (Seq A) (Seq A) (RegEx (Seq A))))
    (par (n A) ((_ re.^ n) (RegEx A) (RegEx A)))
    (par (i j A) ((_ re.loop i j) (RegEx A) (RegEx A)))

    ; ---- z3 and cvc5: sequences ----------------------------------------
    :shared
    (seq.empty (Seq Bool))               ; cvc5: the meaning without `as`
    (par (A) (seq.empty (Seq A)))
    (par (A) (seq.unit A (Seq A)))
    (par (A) (seq.++ (Seq A) (Seq A) (Seq A) :left-assoc))
    (par (A) (seq.len (Seq A) Int))
    (par (A) (seq.nth (Seq A) Int A))
    (par (A) (seq.at (Seq A) Int (Seq A)))
    (par (A) (seq.extract (Seq A) Int Int (Seq A)))
    (par (A) (seq.prefixof (Seq A) (Seq A) Bool))
    (par (A) (seq.suffixof (Seq A) (Seq A) Bool))
    (par (A) (seq.contains (Seq A) (Seq A) Bool))
    (par (A) (seq.indexof (Seq A) (Seq A) Int Int))
    (par (A) (seq.replace (Seq A) (Seq A) (Seq A) (Seq A)))
    (par (A) (seq.replace_all (Seq A) (Seq A) (Seq A) (Seq A)))

    ; ---- cvc5 ----------------------------------------------------------
    :single
    (par (A) (seq.update (Seq A) Int (Seq A) (Seq A)))
    (par (A) (seq.rev (Seq A) (Seq A)))
    (par (A) (str.update (Seq A) Int (Seq A) (Seq A)))
    (par (A) (str.rev (Seq A) (Seq A)))
    (str.indexof_re String RegLan Int Int)
    (str.to_lower String String)
    (str.to_upper String String)
    (str.unit Int String)
    ; skolem functions, as printed
    (@strings_num_occur String String Int)
    (@strings_occur_index String String Int Int)
    (@strings_num_occur_re String RegLan Int)
    (@strings_occur_index_re String RegLan Int Int)
    (par (A) (@strings_deq_diff (Seq A) (Seq A) Int))
    (@strings_stoi_result String Int Int)
    (@strings_itos_result Int Int Int)
    (@strings_stoi_non_digit String Int)

    ; ---- z3: sequences -------------------------------------------------
    :single
    (par (A) (str.indexof (Seq A) (Seq A) Int))
    (par (A) (seq.indexof (Seq A) (Seq A) Int))
    (par (A) (seq.last_indexof (Seq A) (Seq A) Int))
    (par (A) (str.last_indexof (Seq A) (Seq A) Int))
    (par (A) (seq.nth_i (Seq A) Int A))
    (par (A) (seq.nth_u (Seq A) Int A))
    (par (A) (seq.replace_re (Seq A) (RegEx (Seq A)) (Seq A) (Seq A)))
    (par (A) (seq.replace_re_all (Seq A) (RegEx (Seq A)) (Seq A) (Seq A)))
    (par (A B) (seq.map (-> A B) (Seq A) (Seq B)))
    (par (A B) (seq.mapi (-> Int A B) Int (Seq A) (Seq B)))
    (par (A B) (seq.foldl (-> B A B) B (Seq A) B))
    (par (A B) (seq.fold_left (-> B A B) B (Seq A) B))
    (par (A B) (seq.foldli (-> Int B A B) Int B (Seq A) B))
    (par (A B) (seq.fold_lefti (-> Int B A B) Int B (Seq A) B))
    (par (A B) (seq.fold_leftli (-> Int B A B) Int B (Seq A) B))
    (par (m) (str.from_ubv (_ BitVec m) String))
    (par (m) (str.from_sbv (_ BitVec m) String))

    ; ---- z3: regular expressions ---------------------------------------
    :single
    (par (A) (seq.to.re (Seq A) (RegEx (Seq A))))
    (par (A) (seq.to_re (Seq A) (RegEx (Seq A))))
    (par (A) (seq.in.re (Seq A) (RegEx (Seq A)) Bool))
    (par (A) (seq.in_re (Seq A) (RegEx (Seq A)) Bool))
    (par (A) (re.none (RegEx A)))        ; with `as`
    (par (A) (re.all (RegEx A)))
    (par (A) (re.allchar (RegEx A)))
    (re.empty RegLan)
    (par (A) (re.empty (RegEx A)))
    (par (A) (re.full (RegEx A)))
    (par (i A) ((_ re.loop i) (RegEx A) (RegEx A)))
    (par (A) (re.loop (RegEx A) Int (RegEx A)))
    (par (A) (re.loop (RegEx A) Int Int (RegEx A)))
    (par (A) (re.^ (RegEx A) Int (RegEx A)))
    (par (A) (re.of.pred (-> A Bool) (RegEx (Seq A))))
    (par (A) (re.reverse (RegEx A) (RegEx A)))
    (par (A) (re.derivative A (RegEx (Seq A)) (RegEx (Seq A))))

    ; ---- z3: characters ------------------------------------------------
    :single
    (par (n) ((_ Char n) Char))
    (char.<= Char Char Bool)
    (char.to_int Char Int)
    (char.is_digit Char Bool)
    (char.to_bv Char (_ BitVec 18))
    (char.from_bv (_ BitVec 18) Char)

    ; ---- names from before SMT-LIB 2.6: z3, CVC4 -----------------------
    :single
    (par (A) (str.to.re (Seq A) (RegEx (Seq A))))
    (par (A) (str.to-re (Seq A) (RegEx (Seq A))))
    (par (A) (str.in.re (Seq A) (RegEx (Seq A)) Bool))
    (par (A) (str.in-re (Seq A) (RegEx (Seq A)) Bool))
    (str.to.int String Int)
    (str.to-int String Int)
    (int.to.str Int String)
    (str.from-int Int String)
    (re.nostr RegLan)
    (par (A) (re.nostr (RegEx A)))
    (par (A) (re.complement (RegEx A) (RegEx A)))
    (str.code String Int)
    (str.replaceall String String String String)
    (str.tolower String String)
    (str.toupper String String)
    (u16.to.str (_ BitVec 16) String)
    (str.to.u16 String (_ BitVec 16))
    (u32.to.str (_ BitVec 32) String)
    (str.to.u32 String (_ BitVec 32))

    ; ---- OSTRICH -------------------------------------------------------
    :single
    (str.reverse String String)
    (re.from_ecma2020 String RegLan)
    (re.from_ecma2020_flags String String RegLan)
    (re.from.str String RegLan)
    (re.*? RegLan RegLan)                ; lazy quantifiers
    (re.+? RegLan RegLan)
    (re.opt? RegLan RegLan)
    (par (n) ((_ re.capture n) RegLan RegLan))
    (par (n) ((_ re.reference n) RegLan))
  ))
