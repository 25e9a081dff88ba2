//! `nuthatch generate` as a person uses it.

use std::process::{Command, Output, Stdio};

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn generate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nuthatch"))
        .arg("generate")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn one_formula_is_printed_with_its_witness() {
    let output = generate(&["--preset", "fp_few_sat", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    assert!(shown.starts_with("; (define-fun v0 () "), "{shown}");
    assert!(shown.contains("(set-info :status sat)"), "{shown}");
    assert!(shown.ends_with("(check-sat)\n"), "{shown}");
    assert_eq!(shown.matches("(check-sat)").count(), 1, "{shown}");
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_another_other_ones() {
    let arguments = ["--theory", "bv,fp", "--answer", "unsat", "--count", "20"];
    let with = |seed| generate(&[&arguments[..], &["--seed", seed]].concat()).stdout;
    assert_eq!(with("5"), with("5"));
    assert_ne!(with("5"), with("6"));
    assert_eq!(text(&with("5")).matches("(reset)").count(), 19);
}

#[test]
fn a_formula_is_found_again_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let output = generate(&["--theory", "int", "--count", "9", "-o", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let file = std::fs::read(folder.path().join("int_sat-000007.smt2")).unwrap();
    let again = generate(&["--theory", "int", "--from", "7"]);
    assert!(text(&again.stdout).ends_with(&text(&file)));
    let why = std::fs::read_to_string(folder.path().join("int_sat-000007.why")).unwrap();
    assert!(why.contains("(define-fun "), "{why}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 18);
}

#[test]
fn formulas_of_other_settings_are_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    for more in [&[][..], &["--seed", "9"], &["--bits", "few"]] {
        let output = generate(&[&["-o", &path], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    for name in ["bv_sat", "bv_sat_seed9", "bv_few_sat"] {
        assert!(folder.path().join(format!("{name}-000000.smt2")).exists());
    }
}

#[test]
fn weights_name_any_operator_and_the_last_one_counts() {
    let subtractions = |weights: &[&str]| {
        let weights: Vec<&str> = weights.iter().flat_map(|w| ["--weight", w]).collect();
        let arguments = ["--theory", "int", "--count", "200"];
        let output = generate(&[&arguments[..], &weights].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        // With two arguments: a number below zero is written with one.
        let operands = shown.match_indices("(- ").map(|(at, _)| &shown[at + 3..]);
        operands
            .filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            .count()
    };
    assert!(subtractions(&[]) > 20);
    assert_eq!(subtractions(&["-=0"]), 0);
    assert_eq!(subtractions(&["-=7", "-=0"]), 0);
    assert!(subtractions(&["-=0", "-=7"]) > 20);
}

#[test]
fn a_witness_is_written_though_there_are_no_variables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let arguments = ["--theory", "quantifier", "--count", "300", "-o", &path];
    let output = generate(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 600);
    let files = std::fs::read_dir(folder.path()).unwrap();
    let sizes = files.map(|file| file.unwrap().metadata().unwrap().len());
    assert!(
        sizes.into_iter().any(|size| size == 0),
        "all have variables"
    );
}

#[test]
fn what_is_covered_is_a_table() {
    let output = generate(&["--preset", "fp_few_unsat", "--count", "500", "--coverage"]);
    let shown = text(&output.stdout);
    assert!(shown.starts_with("500 formulas\n"), "{shown}");
    for line in ["fp.fma ", "fp.roundToIntegral ", "took ", "gave "] {
        assert!(shown.contains(&format!("\n{line}")), "{shown}");
    }
    assert!(!shown.contains("(check-sat)"), "{shown}");
}

#[test]
fn presets_are_listed_and_others_refused() {
    let listed = generate(&["--list-presets"]);
    let listed = text(&listed.stdout);
    assert_eq!(listed.lines().count(), 13, "{listed}");
    let refused = generate(&["--preset", "bv_none"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("no preset bv_none"));
    let refused = generate(&["--theory", "bv,sets"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = generate(&["--sharing", "500"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("sharing must be from 0 to 100"));
    let refused = generate(&["--allow-underspecified"]);
    assert_eq!(refused.status.code(), Some(2));
    let last = u64::MAX.to_string();
    let refused = generate(&["--from", &last, "--count", "5"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("numbers end at"));
}
