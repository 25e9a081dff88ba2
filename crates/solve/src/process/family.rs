//! Everything a process started, found again even if it left the process group.
//!
//! A descendant can leave the group by `setsid`, and its parent can die before it, but it keeps the
//! environment it was started with: a variable in it names the session and the process. Looking
//! through all environments takes some milliseconds, so it is done only where there may be something
//! to find.
//!
//! **Deliberate absence**: a descendant that left the group *and* cleared its environment is not
//! found. No process becomes a subreaper, since that would hand us children of strangers.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that marks a process as started by us.
const VARIABLE: &str = "NUTHATCH_FAMILY";

/// More rounds than any descendant that forks while it is hunted should need.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 100;

/// Names a process or a session, and all that descends from it.
#[derive(Debug, Clone)]
pub(crate) struct Family {
    /// Numbers, each with a dot after it, so that no name is the beginning of a stranger's.
    name: String,
}

impl Family {
    /// A family of its own; if this process was itself started by a nuthatch, a part of the family it
    /// is in, so that nothing is left behind by one that is killed.
    pub fn new() -> Family {
        Family::within(&std::env::var(VARIABLE).unwrap_or_default())
    }

    fn within(family: &str) -> Family {
        Family {
            name: format!("{family}{}.{}.", std::process::id(), next_number()),
        }
    }

    /// A part of this family.
    pub fn branch(&self) -> Family {
        Family {
            name: format!("{}{}.", self.name, next_number()),
        }
    }

    /// The variable to be put into the environment of its first member.
    pub fn variable(&self) -> (&'static str, &str) {
        (VARIABLE, &self.name)
    }

    /// Kills every member, wherever it is.
    #[cfg(target_os = "linux")]
    pub fn hunt_down(&self) {
        for _ in 0..ROUNDS {
            let killed =
                linux::all_processes().filter(|&process| linux::kill_member(self, process));
            if killed.count() == 0 {
                return;
            }
            // A process that was just killed is there until it has got round to dying.
            std::thread::yield_now();
        }
    }

    /// Kills every member, wherever it is: there is no way to find them here.
    #[cfg(not(target_os = "linux"))]
    pub fn hunt_down(&self) {}
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VARIABLE}={}", self.name)
    }
}

fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A process and all its descendants, as far as the line of parents is unbroken.
pub(crate) fn with_descendants(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

/// The children of every thread of a process; none where the system does not tell.
fn children(process: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else {
        return found;
    };
    for thread in threads.filter_map(Result::ok) {
        let text = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        found.extend(
            text.split_whitespace()
                .filter_map(|n| n.parse::<u32>().ok()),
        );
    }
    found
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::Read;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use super::Family;

    pub fn all_processes() -> impl Iterator<Item = i32> {
        let entries = fs::read_dir("/proc").into_iter().flatten();
        entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
    }

    /// Kills the process if it is of the family; false if it is not, or is gone.
    pub fn kill_member(family: &Family, process: i32) -> bool {
        if !is_member(family, process) {
            return false;
        }
        let pid = Pid::from_raw(process);
        let Some(handle) = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
            return false;
        };
        // The number may have passed to another process before we had hold of this one.
        is_member(family, process) && pidfd_send_signal(handle, Signal::KILL).is_ok()
    }

    /// Zombies have no environment, and so belong to nobody.
    fn is_member(family: &Family, process: i32) -> bool {
        // With room for all of it at once: these files have no length to go by.
        let mut environment = Vec::with_capacity(16 * 1024);
        if let Ok(mut file) = fs::File::open(format!("/proc/{process}/environ")) {
            let _ = file.read_to_end(&mut environment);
        }
        let wanted = family.to_string();
        environment
            .split(|&byte| byte == 0)
            .any(|variable| variable.starts_with(wanted.as_bytes()))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Child, Command};

    fn sleeper(family: &Family) -> Child {
        let (name, value) = family.variable();
        let mut command = Command::new("sleep");
        command.arg("60").env(name, value).spawn().unwrap()
    }

    #[test]
    fn only_the_family_is_hunted_down() {
        let family = Family::new();
        let of_another_nuthatch = Family::within(family.variable().1);
        let mut members = [
            sleeper(&family.branch()),
            sleeper(&family),
            sleeper(&of_another_nuthatch),
        ];
        let mut stranger = sleeper(&Family::new());
        let (name, value) = family.variable();
        let longer = value.replacen('.', "0.", 1);
        let mut namesake = Command::new("sleep");
        let mut namesake = namesake.arg("60").env(name, longer).spawn().unwrap();
        family.hunt_down();
        for member in &mut members {
            assert!(!member.wait().unwrap().success());
        }
        for other in [&mut stranger, &mut namesake] {
            assert!(other.try_wait().unwrap().is_none());
            other.kill().unwrap();
            other.wait().unwrap();
        }
    }

    #[test]
    fn descendants_are_found_through_every_thread() {
        let child = std::thread::spawn(|| sleeper(&Family::new()));
        let mut child = child.join().unwrap();
        assert!(with_descendants(std::process::id()).contains(&child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
