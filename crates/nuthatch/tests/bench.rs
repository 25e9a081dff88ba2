//! `nuthatch bench` with the solver that answers at once, and with peers that are a few lines of shell.
//! Nobody looks at how fast anything is.

mod common;

use common::{json_lines, text};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

const SEED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n(assert (< y 10))\n(check-sat)\n";

/// Another nuthatch, which keeps its arguments.
const NUTHATCH: &str = r#"#!/bin/sh
printf '%s\n' "$@" > "${0%/*}/arguments"
for seeds; do :; done
find "$seeds" -name '*.smt2' > "${0%/*}/seeds"
echo '{"finding":"x"}'
echo '{"summary":true,"mutants":100,"answers":{"sat":60,"unsat":20,"timeout":5},"generation_us":{"avg":20.0},"solver_share":0.5,"seconds":10.0}'
exit 1
"#;

/// A Python whose pip has opfuzz, and which runs nothing else.
const PYTHON: &str = r#"#!/bin/sh
if [ "$1" = -m ]; then
  while [ "$1" != --target ]; do shift; done
  mkdir -p "$2/bin" && echo > "$2/bin/opfuzz"
  exit
fi
[ -f "$2" ] || exit 9
here=${0%/*}
printf '%s\n' "$@" > "$here/arguments"
for seeds; do :; done
ls "$seeds" > "$here/seeds"
pwd > "$here/folder"
mkdir logs
echo '[now] Performed 100 solver calls (50.0 calls/s, eff: 80.0%, 25.0 mutants/s)' >&2
echo $$ > "$here/process"
sleep 1000
"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(place.path("work")).unwrap();
        std::fs::write(place.path("work/seed.smt2"), SEED).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn program(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    /// With a solver that says sat to everything; who gets all of it wrong is not of interest.
    fn command(&self, more: &[&str]) -> Command {
        let nuthatch = env!("CARGO_BIN_EXE_nuthatch");
        let mut command = Command::new(nuthatch);
        command
            .current_dir(self.path("work"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .args(["bench", "--solver"])
            .arg(format!("z3={nuthatch} null-solver"))
            .args(["--no-reference", "--strategy", "approximation"])
            .args(more);
        command
    }

    fn bench(&self, more: &[&str]) -> Output {
        let seeds = ["--time", "1s", "--seeds", "seed.smt2"];
        self.command(&[&seeds, more].concat()).output().unwrap()
    }

    /// It has left nothing in the folder of its user.
    fn is_clean(&self) -> bool {
        let files = std::fs::read_dir(self.path("work")).unwrap();
        files.count() == 1
    }
}

#[test]
fn a_campaign_alone_is_measured() {
    let place = Place::new();
    let output = place.bench(&["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let line = &json_lines(&output)[0];
    assert!(line["mutants"].as_u64().unwrap() > 0);
    for rate in ["made", "tested", "answered"] {
        assert!(line["nuthatch"][rate].as_f64().unwrap() > 0.0, "{rate}");
    }
    assert_eq!(line["nuthatch"]["timeouts"], 0.0);
    assert!(line["nuthatch"]["solver"].is_f64());
    assert!(line.get("peer").is_none());
    assert!(place.is_clean());
}

#[test]
fn people_see_a_table() {
    let place = Place::new();
    let output = place.bench(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.starts_with("mutants per second and core"), "{table}");
    assert!(table.contains("\nnuthatch "), "{table}");
    assert!(text(&output.stderr).contains("for 1 s"));
}

#[test]
fn another_nuthatch_has_the_same_to_do() {
    let place = Place::new();
    let peer = place.program("before", NUTHATCH);
    let output = place.bench(&["--json", "--against", &peer, "--timeout", "3s"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let line = &json_lines(&output)[0];
    let theirs = &line["peer"];
    assert_eq!(
        (&theirs["tested"], &theirs["answered"]),
        (&10.0.into(), &8.0.into())
    );
    assert_eq!(
        (&theirs["made"], &theirs["timeouts"]),
        (&50_000.0.into(), &0.05.into())
    );
    let ours = line["nuthatch"]["tested"].as_f64().unwrap();
    // Both went through decimal digits, so the last bit may differ.
    let ratio = theirs["ratio"]["tested"].as_f64().unwrap();
    assert!((ratio - ours / 10.0).abs() < 1e-9 * ours, "{ratio} {ours}");
    let arguments = place.read("arguments");
    let given: Vec<&str> = arguments.lines().collect();
    for wanted in [
        "fuzz",
        "--json",
        "--no-reduce",
        "--no-reference",
        "--strategy=approximation",
        "--timeout=3s",
        "--time=1000ms",
        "--jobs=1",
        "seed.smt2",
    ] {
        assert!(given.contains(&wanted), "{wanted} in {given:?}");
    }
    assert!(place.is_clean());
}

#[test]
fn the_built_in_corpus_is_ours_for_everybody() {
    let place = Place::new();
    let peer = place.program("before", NUTHATCH);
    let output = place
        .command(&["--time", "200ms", "--json", "--against", &peer])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let arguments = place.read("arguments");
    assert!(arguments.trim_end().ends_with("/builtin"), "{arguments}");
    assert!(place.read("seeds").lines().count() >= 300);
}

#[test]
fn opfuzz_is_fetched_and_ended_when_its_time_is_over() {
    let place = Place::new();
    let python = place.program("python", PYTHON);
    let fetched = place.path("cache/nuthatch/peers/yinyang-0.3.0/bin/opfuzz");
    for again in [false, true] {
        assert_eq!(fetched.exists(), again);
        let mut command = place.command(&["--time", "2s", "--seeds", "seed.smt2"]);
        let command = command.args(["--against", "opfuzz"]);
        let output = command.env("NUTHATCH_PYTHON", &python).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let table = text(&output.stdout);
        let line = table.lines().find(|line| line.starts_with("opfuzz "));
        let words: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(words, ["opfuzz", "-", "25.0", "20.0", "-", "-"]);
        assert!(table.contains("\ntimes as fast "), "{table}");
    }
    let arguments = place.read("arguments");
    let given: Vec<&str> = arguments.lines().collect();
    assert_eq!(given[1], fetched.display().to_string());
    let solver = format!("{} null-solver", env!("CARGO_BIN_EXE_nuthatch"));
    assert_eq!(
        given[2..7],
        ["-t", "8", "-i", "100", &format!("{solver};{solver}")]
    );
    assert_eq!(place.read("seeds"), "00000.smt2\n");
    // Neither the process nor its folder is there any more.
    let folder = PathBuf::from(place.read("folder").trim());
    assert!(folder.is_absolute() && !folder.exists());
    let process = format!("/proc/{}", place.read("process").trim());
    assert!(!PathBuf::from(process).exists());
    assert!(place.is_clean());
}

#[test]
fn a_peer_that_cannot_be_had_is_an_error() {
    let place = Place::new();
    let check = |more: &[&str], why: &str| {
        let output = place
            .command(
                &[
                    &["--time", "20s", "--seeds", "seed.smt2", "--against"],
                    more,
                ]
                .concat(),
            )
            .env("NUTHATCH_PYTHON", "/nonexistent/python3")
            .output()
            .unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(why), "{errors}");
        assert!(output.stdout.is_empty());
    };
    check(&["opfuzz"], "opfuzz cannot be had: pip is needed");
    check(&["./nothing"], "./nothing is not an executable file");
    check(&["no-such-fuzzer"], "the path of another nuthatch");
    let silent = place.program("silent", "#!/bin/sh\necho 'no such option' >&2\nexit 2\n");
    check(
        &[&silent],
        "exit code 2, and its last words: no such option",
    );
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let place = Place::new();
    for (more, why) in [
        (&["--time", "0s"][..], "more than nothing"),
        (&["--jobs", "0"], "invalid value '0'"),
        (&["--jobs", "100000"], "cores for 100000 workers"),
        (&["--seeds", "none.smt2"], "cannot read none.smt2"),
        (&["--against", "opfuzz", "--seeds", "-"], "only once"),
        (&["--strategy", "none"], "invalid value 'none'"),
    ] {
        let output = place.command(more).output().unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {errors}");
        assert!(errors.contains(why), "{more:?}: {errors}");
    }
}
