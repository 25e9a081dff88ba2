use super::*;

/// The positions of a script as `+text` and `-text`, in the order of the text.
fn check(text: &str, depth: Depth, expected: &[&str]) {
    let script = Script::parse(text.as_bytes()).unwrap();
    let skeleton = Skeleton::of(&script, depth);
    let mut all: Vec<Position> = skeleton.atoms;
    all.extend(skeleton.compounds);
    all.sort_by_key(|position| position.node);
    let shown: Vec<String> = all
        .iter()
        .map(|p| {
            format!(
                "{}{}",
                if p.negative { '-' } else { '+' },
                script.tree.show(p.node)
            )
        })
        .collect();
    assert_eq!(shown, expected);
}

const BOOLS: &str = "(declare-const a Bool) (declare-const b Bool) (declare-const c Bool) ";

#[test]
fn connectives_are_entered() {
    check(
        &format!("{BOOLS} (assert (and a (not (or b c))))"),
        Depth::Quantifiers,
        &[
            "+(and a (not (or b c)))",
            "+a",
            "+(not (or b c))",
            "-(or b c)",
            "-b",
            "-c",
        ],
    );
    check(
        &format!("{BOOLS} (assert (=> a b (ite c a b)))"),
        Depth::Quantifiers,
        &[
            "+(=> a b (ite c a b))",
            "-a",
            "-b",
            "+(ite c a b)",
            "+a",
            "+b",
        ],
    );
}

#[test]
fn values_are_left_alone() {
    check(
        &format!(
            "{BOOLS} (declare-fun f (Bool) Int) (assert (= (f (not a)) 1)) (assert (xor a b)) (assert (= a (not b)))"
        ),
        Depth::Quantifiers,
        &["+(= (f (not a)) 1)", "+(xor a b)", "+(= a (not b))"],
    );
}

#[test]
fn a_let_counts_all_uses() {
    check(
        &format!("{BOOLS} (assert (let ((x (not a)) (y b) (z c)) (and x (not x) (not y))))"),
        Depth::Quantifiers,
        &[
            "+(let ((x (not a)) (y b) (z c)) (and x (not x) (not y)))",
            "-b",
            "+(and x (not x) (not y))",
            "+x",
            "+(not x)",
            "-x",
            "+(not y)",
            "-y",
        ],
    );
    // Through another let, and through a value that is left alone.
    check(
        &format!("{BOOLS} (assert (let ((x (or a b))) (let ((y (not x))) (not y))))"),
        Depth::Quantifiers,
        &[
            "+(let ((x (or a b))) (let ((y (not x))) (not y)))",
            "+(or a b)",
            "+a",
            "+b",
            "+(let ((y (not x))) (not y))",
            "-(not x)",
            "+x",
            "+(not y)",
            "-y",
        ],
    );
    check(
        &format!("{BOOLS} (assert (let ((x a)) (let ((n (ite x 1 2))) (or x (= n 1)))))"),
        Depth::Quantifiers,
        &[
            "+(let ((x a)) (let ((n (ite x 1 2))) (or x (= n 1))))",
            "+(let ((n (ite x 1 2))) (or x (= n 1)))",
            "+(or x (= n 1))",
            "+x",
            "+(= n 1)",
        ],
    );
}

#[test]
fn definitions_count_all_uses() {
    check(
        &format!(
            "{BOOLS} (define-fun p ((q Bool)) Bool (or q a)) (define-fun n () Bool (p b)) (assert (not n))"
        ),
        Depth::Quantifiers,
        &["-(or q a)", "-q", "-a", "-(p b)", "+(not n)", "-n"],
    );
    check(
        &format!("{BOOLS} (define-fun p () Bool (or b a)) (assert (=> p p))"),
        Depth::Quantifiers,
        &["+(=> p p)", "-p", "+p"],
    );
}

#[test]
fn names_count_all_uses() {
    check(
        &format!("{BOOLS} (assert (! (or a b) :named n)) (assert (not n))"),
        Depth::Quantifiers,
        &["+(! (or a b) :named n)", "+(not n)", "-n"],
    );
    check(
        &format!("{BOOLS} (assert (! (or a b) :named n)) (assert (or n c))"),
        Depth::Quantifiers,
        &[
            "+(! (or a b) :named n)",
            "+(or a b)",
            "+a",
            "+b",
            "+(or n c)",
            "+n",
            "+c",
        ],
    );
}

#[test]
fn quantifiers_are_entered_or_atoms() {
    let text =
        "(declare-const y Int) (assert (not (forall ((x Int)) (! (< x y) :pattern ((+ x y))))))";
    check(
        text,
        Depth::Quantifiers,
        &[
            "+(not (forall ((x Int)) (! (< x y) :pattern ((+ x y)))))",
            "-(forall ((x Int)) (! (< x y) :pattern ((+ x y))))",
            "-(< x y)",
        ],
    );
    check(
        text,
        Depth::Ground,
        &[
            "+(not (forall ((x Int)) (! (< x y) :pattern ((+ x y)))))",
            "-(forall ((x Int)) (! (< x y) :pattern ((+ x y))))",
        ],
    );
}

#[test]
fn what_is_not_understood_may_use_anything() {
    check(
        &format!("{BOOLS} (define-fun p () Bool (or b a)) (assert p) (frobnicate (not p))"),
        Depth::Quantifiers,
        &["+p"],
    );
}

#[test]
fn hidden_names_are_noticed() {
    let text = "(declare-const x Int) (assert (forall ((x Real)) (< x 1.0))) (assert (exists ((y Int)) (< y x)))";
    let script = Script::parse(text.as_bytes()).unwrap();
    let skeleton = Skeleton::of(&script, Depth::Quantifiers);
    let hides: Vec<bool> = skeleton
        .atoms
        .iter()
        .map(|p| skeleton.scopes.hides(p.scope))
        .collect();
    assert_eq!(hides, [true, false]);
}
