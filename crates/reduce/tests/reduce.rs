//! Reductions with predicates that are plain functions.

mod common;

use common::{Holds, check, contains, is_sorted, run, run_with};
use reduce::{ReduceSettings, reduce};
use smt::Script;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn what_does_not_matter_goes() {
    check(
        "; a comment
         (set-logic QF_BV) (set-info :status sat)
         (declare-fun first () (_ BitVec 8)) (declare-fun second () (_ BitVec 8))
         (push 1) (assert (bvult first second)) (check-sat) (pop 1)
         (assert (and (bvule first second) (or (= first (bvsrem second first)) false)))
         (check-sat) (exit)",
        &["bvsrem", "(check-sat)"],
        "(assert (= #b0 (bvsrem #b0 #b0)))\n(check-sat)\n",
    );
}

#[test]
fn lets_and_definitions_are_seen_through() {
    check(
        "(declare-const x Int) (define-fun twice ((n Int)) Int (+ n n))
         (assert (let ((a (twice x)) (b (- x 3))) (let ((c (* a b b))) (and (> c 0) (< b a)))))",
        &["(assert", "*"],
        "(assert (= (* 0 0) 0))\n",
    );
}

#[test]
fn quantifiers_names_and_parameters_are_simplified() {
    check(
        "(declare-sort Element 0) (declare-fun in_set (Element Int Element) Bool)
         (declare-fun nobody () Element)
         (assert (! (forall ((e Element) (n Int)) (! (in_set e n nobody) :pattern ((in_set e n e))))
            :named lemma))",
        &["forall"],
        "(assert (forall ((n Int)) true))\n",
    );
}

#[test]
fn bugs_of_the_reader_are_reduced_without_sense() {
    let text = b"(declare-sort A 0)(declare-fun f ((-> A A) A) A)(assert (= f f))(check-sat)";
    let result = run_with(text, 1, true, |text| contains(text, "->"));
    assert_eq!(result.text, b"(->)\n");
}

#[test]
fn what_is_not_balanced_is_bytes() {
    let text = b"(assert true)\n(assert \xff\xfe \"unclosed\n(check-sat\n)))";
    let result = run(text, 2, |text| text.contains(&0xfe));
    assert!(result.minimal);
    assert_eq!(result.text, b"\xfe");
}

#[test]
fn bytes_that_are_not_text_are_kept() {
    let text = b"(declare-const |\xff\xfe| Bool)(declare-const b Bool)(assert (or b |\xff\xfe|))";
    let result = run(text, 1, |text| {
        is_sorted(text) && text.contains(&0xff) && contains(text, "assert")
    });
    assert!(contains(&result.text, "(assert"));
    assert!(result.text.windows(2).any(|w| w == b"\xff\xfe"));
    assert!(!contains(&result.text, "or"));
}

#[test]
fn layout_stays_if_it_matters() {
    let text = b"(assert   true) ; here\n(check-sat)\n";
    let result = run(text, 1, |text| contains(text, "; here"));
    assert!(contains(&result.text, "; here"));
    assert!(!contains(&result.text, "check-sat"));
}

#[test]
fn deep_terms_are_reduced() {
    let depth = 20_000;
    let text = format!(
        "(declare-const p Bool)(assert {}p{})(check-sat)",
        "(not ".repeat(depth),
        ")".repeat(depth)
    );
    let result = run(text.as_bytes(), 2, |text| {
        contains(text, "(assert") && contains(text, "not")
    });
    assert!(result.minimal);
    assert_eq!(result.text, b"(assert (not true))\n");
}

/// All scripts that come with the program.
fn builtin() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nuthatch/builtin");
    let mut folders = vec![root];
    let mut scripts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                scripts.push((path.display().to_string(), std::fs::read(&path).unwrap()));
            }
        }
    }
    scripts.sort();
    assert!(scripts.len() > 20);
    scripts
}

#[test]
fn every_candidate_is_well_sorted_and_tried_once() {
    for (name, text) in builtin().into_iter().filter(|(_, text)| is_sorted(text)) {
        let tried = Mutex::new(Vec::new());
        let count = AtomicUsize::new(0);
        let result = run(&text, 1, |text| {
            let sense = !contains(text, "nuthatch-does-not-make-sense");
            assert!(
                !sense || is_sorted(text),
                "{name}: {}",
                String::from_utf8_lossy(text)
            );
            tried.lock().unwrap().push(text.to_vec());
            // Some steps are taken and some are not.
            let number = count.fetch_add(1, Ordering::Relaxed);
            sense && (number < 2 || (contains(text, "check-sat") && text.len() % 3 != 0))
        });
        let mut tried = tried.into_inner().unwrap();
        let all = tried.len();
        tried.sort();
        tried.dedup();
        assert_eq!(tried.len(), all, "{name}");
        assert_eq!(result.checks, all as u64, "{name}");
        assert!(result.minimal && result.text.len() <= text.len());
    }
}

#[test]
fn one_worker_and_three_give_the_same() {
    for (name, text) in builtin().into_iter().step_by(7) {
        let holds = |text: &[u8]| {
            !contains(text, "nuthatch") && contains(text, "assert") && text.len() % 5 != 1
        };
        let (one, three) = (run(&text, 1, holds), run(&text, 3, holds));
        assert_eq!(one.text, three.text, "{name}");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_minimum() {
    let (_, text) = builtin().swap_remove(3);
    let holds = |text: &[u8]| is_sorted(text) && contains(text, "assert");
    let whole = run(&text, 1, holds);
    let checks = AtomicUsize::new(0);
    let settings = ReduceSettings {
        jobs: 1,
        nonsense: false,
        stop: &|| checks.load(Ordering::Relaxed) > 6,
    };
    let counted = Holds(|text: &[u8]| {
        checks.fetch_add(1, Ordering::Relaxed);
        holds(text)
    });
    let part = reduce(text.clone(), &counted, &settings, &mut |_| {});
    assert!(!part.minimal && part.text.len() <= text.len());
    assert!(holds(&part.text));
    let rest = run(&part.text, 1, holds);
    assert!(rest.minimal);
    assert_eq!(rest.text.len(), whole.text.len());
}

#[test]
fn what_was_reduced_is_not_reduced_further() {
    let mut kept = 0;
    for (name, text) in builtin().into_iter().filter(|(_, text)| is_sorted(text)) {
        let script = Script::parse(text.as_slice()).unwrap();
        // The operator in the middle of the script is what must stay.
        let heads = script.tree.nodes().filter_map(|node| {
            let applies = script.term_at(node).is_some() && script.tree.is_list(node);
            script.tree.head(node).filter(|_| applies)
        });
        let heads: Vec<_> = heads.collect();
        let Some(head) = heads.get(heads.len() / 2) else {
            continue;
        };
        let needle = format!("({} ", script.tree.symbols.name(*head));
        let holds =
            |text: &[u8]| is_sorted(text) && contains(text, "(assert") && contains(text, &needle);
        if !holds(&text) {
            continue;
        }
        let result = run(&text, 1, holds);
        let again = run(&result.text, 1, holds);
        assert!(result.minimal && again.minimal, "{name}");
        let texts = [result.text, again.text].map(|t| String::from_utf8_lossy(&t).into_owned());
        assert_eq!(texts[0], texts[1], "{name}");
        kept += 1;
    }
    assert!(kept > 20);
}
