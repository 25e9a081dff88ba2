//! What the system is told to forbid a process, whatever the process does and we fail to do.
//!
//! Where there is no way to set these limits from outside, the other fences have to do: `guard`
//! withholds commands that write files, and a solver keeps its time limit if it can.

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{Lease, forbid_core_files, forbid_files};

#[cfg(not(target_os = "linux"))]
pub(crate) use self::elsewhere::{Lease, forbid_core_files, forbid_files};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

    use crate::process::family;

    /// How long a process may keep every processor busy after we looked at it last.
    const LEASE: Duration = Duration::from_secs(4);

    /// No core files.
    pub(crate) fn forbid_core_files(process: Pid) {
        forbid(process, Resource::Core);
    }

    /// No files at all.
    pub(crate) fn forbid_files(process: Pid) {
        forbid(process, Resource::Fsize);
    }

    fn forbid(process: Pid, resource: Resource) {
        let limit = Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        let _ = prlimit(Some(process), resource, limit);
    }

    /// Processor time lent to a process, so that a busy one ends soon after we are gone: who is
    /// killed by SIGKILL can stop nobody else.
    #[derive(Debug)]
    pub(crate) struct Lease {
        process: Pid,
        renew_at: Instant,
    }

    impl Lease {
        /// The first one, for a process that was just started.
        pub fn new(process: Pid) -> Lease {
            lend(process, 0);
            Lease {
                process,
                renew_at: Instant::now() + LEASE / 2,
            }
        }

        /// When it is due for [`Lease::renew`].
        pub fn renew_at(&self) -> Instant {
            self.renew_at
        }

        /// Lends some more to the process and to all it started.
        pub fn renew(&mut self) {
            self.renew_at = Instant::now() + LEASE / 2;
            let process = self.process.as_raw_nonzero().get().unsigned_abs();
            for member in family::with_descendants(process) {
                let pid = i32::try_from(member).ok().and_then(Pid::from_raw);
                if let (Some(pid), Some(used)) = (pid, seconds_used(member)) {
                    lend(pid, used);
                }
            }
        }
    }

    /// Sets the soft limit only: a hard one could never be raised again.
    fn lend(process: Pid, used: u64) {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let ours = getrlimit(Resource::Cpu);
        let wanted = used + LEASE.as_secs() * processors + 1;
        let limit = Rlimit {
            // Nobody gets more than we have.
            current: Some(ours.current.map_or(wanted, |most| most.min(wanted))),
            maximum: ours.maximum,
        };
        let _ = prlimit(Some(process), Resource::Cpu, limit);
    }

    /// Processor time of all threads so far, in whole seconds.
    fn seconds_used(process: u32) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program, in brackets, may hold anything.
        let (_, fields) = text.rsplit_once(')')?;
        let mut times = fields.split_whitespace().skip(11);
        let user: u64 = times.next()?.parse().ok()?;
        let system: u64 = times.next()?.parse().ok()?;
        Some((user + system) / rustix::param::clock_ticks_per_second().max(1))
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::process::Command;

        fn soft_limit(process: u32) -> Option<u64> {
            let limits = fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
            let line = limits.lines().find(|line| line.starts_with("Max cpu time"));
            line.unwrap().split_whitespace().nth(3)?.parse().ok()
        }

        #[test]
        fn processor_time_is_lent_and_lent_again() {
            let mut command = Command::new("sh");
            let mut child = command.args(["-c", "sleep 60 & wait"]).spawn().unwrap();
            while family::with_descendants(child.id()).len() < 2 {
                std::thread::yield_now();
            }
            assert_eq!(soft_limit(child.id()), None);
            let mut lease = Lease::new(Pid::from_child(&child));
            let lent = soft_limit(child.id()).expect("a limit");
            assert!(lent >= LEASE.as_secs());
            lease.renew();
            let members = family::with_descendants(child.id());
            assert!(
                members
                    .iter()
                    .all(|&member| soft_limit(member) >= Some(lent))
            );
            for member in members {
                let pid = Pid::from_raw(i32::try_from(member).unwrap()).unwrap();
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
            }
            child.wait().unwrap();
        }

        #[test]
        fn processor_time_is_read() {
            assert!(seconds_used(std::process::id()).is_some());
            assert_eq!(seconds_used(u32::MAX - 1), None);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::time::{Duration, Instant};

    use rustix::process::Pid;

    pub(crate) fn forbid_core_files(_: Pid) {}

    pub(crate) fn forbid_files(_: Pid) {}

    #[derive(Debug)]
    pub(crate) struct Lease;

    impl Lease {
        pub fn new(_: Pid) -> Lease {
            Lease
        }

        pub fn renew_at(&self) -> Instant {
            Instant::now() + Duration::from_secs(3600)
        }

        pub fn renew(&mut self) {}
    }
}
