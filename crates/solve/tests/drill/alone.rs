//! A test in a process of its own, which must end with the threads, files and children it began
//! with.
//!
//! That process is the reaper of its descendants: one that is left behind, in whatever group or
//! session, becomes its child and is seen.

use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::WaitOptions;

/// Set in the process of its own.
const INSIDE: &str = "NUTHATCH_DRILL_INSIDE";

/// How long something that was killed may take to be gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs `test`, whose name is `name`, alone, and checks that it leaves nothing behind.
pub fn alone(name: &str, test: impl FnOnce()) {
    if std::env::var_os(INSIDE).is_none() {
        return run_inside(name);
    }
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).unwrap();
    let before = Census::take();
    assert_eq!(before.children, Vec::<String>::new());
    test();
    let patience = Instant::now() + PATIENCE;
    while Census::take() != before {
        let now = Census::take();
        assert!(Instant::now() < patience, "left behind: {before:?} {now:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn run_inside(name: &str) {
    let temporary = tempfile::tempdir().unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--test-threads=1", "--nocapture"])
        .env(INSIDE, "yes")
        .env("RUST_BACKTRACE", "0")
        .env("TMPDIR", temporary.path())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "no test is called {name}");
}

/// What a process has that could be left behind.
#[derive(Debug, PartialEq, Eq)]
struct Census {
    threads: usize,
    files: usize,
    /// Command lines.
    children: Vec<String>,
    temporary_files: usize,
}

impl Census {
    fn take() -> Census {
        // The dead are reaped first: those that somebody else left to us are ours to bury.
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
        let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
        Census {
            threads: count("/proc/self/task"),
            files: count("/proc/self/fd"),
            children: children(),
            temporary_files: count(std::env::temp_dir().to_str().unwrap()),
        }
    }
}

fn children() -> Vec<String> {
    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    let of_thread = |thread: std::fs::DirEntry| {
        std::fs::read_to_string(thread.path().join("children")).unwrap_or_default()
    };
    let all: Vec<_> = threads.filter_map(Result::ok).map(of_thread).collect();
    all.iter()
        .flat_map(|list| list.split_whitespace())
        .map(|process| {
            let command = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
            format!("{process} {}", String::from_utf8_lossy(&command))
        })
        .collect()
}
