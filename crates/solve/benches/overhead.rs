//! What a check costs us: a session with a program that answers at once, against a bare loop that
//! writes the same bytes to the same program and reads its answer. The difference is ours.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};
use solve::{Mode, Profile, Session, SessionConfig, Solver};

const PROGRAM: &str = env!("CARGO_BIN_EXE_nuthatch-drill-solver");
const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n";

fn overhead(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("overhead");
    group.bench_function("bare pipe", |bencher| {
        let mut child = Command::new(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the stand-in solver");
        let mut stdin = child.stdin.take().expect("piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let text = format!("(pop 1)\n(push 1)\n{SCRIPT}(echo \"done\")\n");
        let mut line = String::new();
        bencher.iter(|| {
            stdin.write_all(text.as_bytes()).expect("it reads");
            loop {
                line.clear();
                stdout.read_line(&mut line).expect("it answers");
                if line == "done\n" {
                    break;
                }
            }
        });
        drop(stdin);
        child.wait().expect("it ends");
    });
    group.bench_function("session", |bencher| {
        let profile = Profile::named("z3").expect("listed");
        let solver = Solver::from_program("stand-in", profile, Path::new(PROGRAM));
        let mut session = Session::new(SessionConfig {
            scripts_per_process: u64::MAX,
            ..SessionConfig::new(solver, Mode::Incremental)
        });
        bencher.iter(|| session.run(SCRIPT.as_bytes()).expect("a process").verdict());
    });
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
