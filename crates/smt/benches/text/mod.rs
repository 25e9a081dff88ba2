//! The text the benches work on.

use std::path::{Path, PathBuf};

/// How long it must be at least.
const BYTES: usize = 3_000_000;

/// Real scripts joined by `(reset)`, from the folder that `NUTHATCH_CORPORA` names or, if it is
/// there, from `../shared/corpora` beside the repository; without either, one made up here.
pub fn large_script() -> Vec<u8> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let folder = std::env::var_os("NUTHATCH_CORPORA").map_or(beside, PathBuf::from);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    // Every n-th file, so that all suites have their part.
    let mut text = Vec::new();
    for stride in [7, 3, 1] {
        text.clear();
        for file in files.iter().step_by(stride) {
            let Ok(script) = std::fs::read(file) else {
                continue;
            };
            if smt::Tree::parse(script.as_slice()).is_ok() {
                text.extend_from_slice(&script);
                text.extend_from_slice(b"\n(reset)\n");
            }
        }
        if text.len() >= BYTES {
            eprintln!("{} bytes of real scripts", text.len());
            return text;
        }
    }
    text = made_up();
    eprintln!("{} bytes made up: no corpora found", text.len());
    text
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            files.push(path);
        }
    }
}

fn made_up() -> Vec<u8> {
    let mut text = String::from("(declare-fun f (Int Real) Bool)\n");
    let mut n = 0;
    while text.len() < BYTES {
        text.push_str(&format!(
            "(declare-const x{n} Int)\n(declare-const v{n} (_ BitVec 32))\n\
             (assert (let ((y (+ x{n} {n}))) (or (< y (* 2 x{n})) (f y 1.5) (= (bvadd v{n} #x0000000f) \
             ((_ rotate_left 3) v{n})))))\n(assert (forall ((z Int)) (=> (> z x{n}) (f z 2))))\n"
        ));
        n += 1;
    }
    text.into_bytes()
}
