//! A stand-in solver for the fault drill and the benches: it answers `sat` to every check and prints
//! what it is told to echo, until a script tells it to misbehave with `(echo "drill: ..")` or it is
//! started with a misbehaviour as its first argument.

use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let first = std::env::args().nth(1).unwrap_or_default();
    match first.as_str() {
        "never-reads" => forever(),
        "never-answers" => loop {
            let mut sink = [0; 4096];
            if matches!(io::stdin().read(&mut sink), Ok(0) | Err(_)) {
                forever();
            }
        },
        "sleeper" => forever(),
        // Its version is all that is asked.
        "--version" => return println!("Z3 version 0.0.1"),
        _ => {}
    }
    let stdin = io::stdin().lock();
    let mut out = io::stdout().lock();
    for line in stdin.lines().map_while(Result::ok) {
        if let Some(task) = line.strip_prefix("(echo \"drill: ") {
            misbehave(task.trim_end_matches("\")"), &mut out);
        } else if let Some(word) = line.strip_prefix("(echo \"") {
            let _ = writeln!(out, "{}", word.trim_end_matches("\")"));
        } else if line.starts_with("(check-sat") {
            let _ = writeln!(out, "sat");
        } else if line.starts_with("(error") {
            let _ = writeln!(out, "{line}");
        }
        if out.flush().is_err() {
            return;
        }
    }
}

fn misbehave(task: &str, out: &mut impl Write) {
    match task {
        "hang" => forever(),
        "gigabyte" => {
            let block = vec![b'x'; 1 << 20];
            for _ in 0..1024 {
                if out.write_all(&block).is_err() {
                    forever();
                }
            }
        }
        "gigabyte on both pipes" => {
            let block = vec![b'\n'; 1 << 20];
            for _ in 0..1024 {
                let _ = io::stderr().write_all(&block);
                let _ = out.write_all(&block);
            }
        }
        "close output" => {
            // Without unsafe code, the way to close descriptors is to hand over to a program that
            // does it.
            exec("exec 1>&- 2>&-; sleep 60");
        }
        "fork" => {
            let exe = std::env::current_exe().expect("a path of our own");
            // The child inherits our output pipes and would keep them open.
            let child = Command::new(exe)
                .arg("sleeper")
                .stdin(Stdio::null())
                .spawn();
            let _ = writeln!(io::stderr(), "child {}", child.expect("a child").id());
        }
        "fork and leave" => {
            misbehave("fork", out);
            std::process::exit(0);
        }
        "ignore SIGTERM" => exec("trap '' TERM INT HUP; while :; do sleep 1; done"),
        "abort" => std::process::abort(),
        "leave" => std::process::exit(0),
        "assertion" => {
            eprintln!("solver: /build/src/a.cpp:17: int f(): Assertion `x == 3' failed.");
            std::process::abort();
        }
        "timeout abort" => {
            eprintln!("cvc5 interrupted by timeout.");
            std::process::abort();
        }
        "answer twice" => {
            let _ = writeln!(out, "unsat");
        }
        "late" => {
            let _ = writeln!(out, "sat");
            let _ = out.flush();
            sleep(Duration::from_millis(700));
        }
        "eat memory" => {
            let mut eaten = Vec::new();
            loop {
                eaten.push(vec![1u8; 8 << 20]);
                sleep(Duration::from_millis(2));
            }
        }
        "write a file" => {
            let written = std::fs::write("drill-was-here", "x");
            let _ = writeln!(io::stderr(), "{written:?}");
            let _ = std::fs::remove_file("drill-was-here");
        }
        other => panic!("no such drill: {other}"),
    }
}

fn exec(script: &str) {
    use std::os::unix::process::CommandExt;
    let error = Command::new("sh").args(["-c", script]).exec();
    panic!("cannot run sh: {error}");
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}
