; The lists that z3 knows without a declaration.

(theory Lists
  :sorts ((List 1))
  :funs (
    (par (A) (nil (List A)))
    (par (A) (insert A (List A) (List A)))
    (par (A) (head (List A) A))
    (par (A) (tail (List A) (List A)))
    (par (A) (is-nil (List A) Bool))
    (par (A) (is-insert (List A) Bool))
  ))
