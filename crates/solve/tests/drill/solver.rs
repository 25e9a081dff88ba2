//! A stand-in solver for the fault drill and the benches: it answers `sat` to every check and prints
//! what it is told to echo, until a script tells it to misbehave: at its next check by
//! `(assert |drill: ..|)`, or at once by `(echo "drill now: ..")`.

use std::io::{self, BufRead, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Longer than any limit in a drill.
const TOO_LATE: Duration = Duration::from_secs(5);

fn main() {
    match std::env::args().nth(1).unwrap_or_default().as_str() {
        "--sleeper" => forever(),
        "--stray" => {
            rustix::process::setsid().expect("a session of our own");
            forever();
        }
        "--parent-of-stray" => return drop(start("--stray", true)),
        // Its version is all that is asked.
        "--version" => return println!("Z3 version 0.0.1"),
        _ => {}
    }
    let mut out = io::stdout().lock();
    let mut task = None;
    let mut before_echo = Duration::ZERO;
    let mut after_echo = "";
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let line = line.as_str();
        if let Some(now) = between(line, "(echo \"drill now: ", "\")") {
            misbehave(now, &mut out);
        } else if let Some(later) = between(line, "(assert |drill: ", "|)") {
            task = Some(later.to_string());
        } else if let Some(word) = between(line, "(echo \"", "\")") {
            let _ = out.flush();
            sleep(std::mem::take(&mut before_echo));
            let _ = writeln!(out, "{word}");
            let _ = write!(out, "{}", std::mem::take(&mut after_echo));
        } else if line.starts_with("(check-sat") {
            match task.take().as_deref() {
                Some("answer twice") => print(&mut out, "sat\nunsat\n"),
                Some("answer again") => {
                    print(&mut out, "sat\n");
                    after_echo = "unsat\n";
                }
                Some("marker late") => {
                    print(&mut out, "sat\n");
                    before_echo = Duration::from_millis(100);
                }
                Some("marker too late") => {
                    print(&mut out, "sat\n");
                    before_echo = TOO_LATE;
                }
                Some(task) => {
                    misbehave(task, &mut out);
                    print(&mut out, "sat\n");
                }
                None => print(&mut out, "sat\n"),
            }
        } else if line.starts_with("(error") {
            print(&mut out, &format!("{line}\n"));
        }
        if out.flush().is_err() {
            return;
        }
    }
}

fn misbehave(task: &str, out: &mut impl Write) {
    match task {
        "stop reading" => forever(),
        "stop answering" => loop {
            let mut sink = [0; 4096];
            if matches!(io::stdin().read(&mut sink), Ok(0) | Err(_)) {
                forever();
            }
        },
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
        // Without unsafe code, the way to close descriptors is to hand over to a program that does.
        "close output" => exec("exec 1>&- 2>&-; sleep 60"),
        // Children that inherit our output pipes and keep them open.
        "fork" => drop(start("--sleeper", false)),
        "fork out of the group" => drop(start("--stray", false)),
        // Nobody's child, with no pipe in hand.
        "fork a daemon" => {
            let _ = start("--parent-of-stray", true).wait();
        }
        "ignore SIGTERM" => exec("trap '' TERM INT HUP; while :; do sleep 1; done"),
        "abort" => std::process::abort(),
        "leave" => std::process::exit(0),
        "assertion" => {
            eprintln!("solver: /build/src/a.cpp:17: int f(): Assertion `x == 3' failed.");
            std::process::abort();
        }
        "complain" => eprintln!("warning: I do not like this"),
        "timeout abort" => {
            eprintln!("cvc5 interrupted by timeout.");
            std::process::abort();
        }
        "eat memory" => {
            let mut eaten = Vec::new();
            loop {
                eaten.push(vec![1u8; 8 << 20]);
                sleep(Duration::from_millis(2));
            }
        }
        "write a file" => {
            let _ = std::fs::write("drill-was-here", "x");
        }
        // One thing after another.
        several => match several.split_once(", ") {
            Some((first, rest)) => {
                misbehave(first, out);
                misbehave(rest, out);
            }
            None => panic!("no such drill: {several}"),
        },
    }
}

fn start(role: &str, detached: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("a path of our own"));
    command.arg(role).stdin(Stdio::null());
    if detached {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    command.spawn().expect("a child")
}

fn print(out: &mut impl Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.strip_prefix(before)?.strip_suffix(after)
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
