//! One solver process: started, talked to, and ended with everything it started itself.
//!
//! The conversation is a single loop around `poll`, without threads: both output pipes are drained
//! whenever they have something, input is written whenever there is room, so neither side can block
//! the other. The same `poll` watches the process itself (through a pidfd where there are any), so
//! a child that keeps our pipe open after its parent died does not keep us waiting.
//!
//! Every process leads a group of its own, and the group is killed before its leader is reaped:
//! only until then is its number certain to be ours. Who left the group is found by `family`.
//!
//! **Deliberate absence**: no signal but SIGKILL is ever sent, since a solver that must be stopped
//! cannot be trusted to stop.

use std::ffi::OsStr;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

pub(crate) use self::family::Family;
use self::fence::Lease;
use self::pipes::Pipes;
use crate::marker::Marker;
use crate::memory;

/// How often a waiting conversation looks at the memory of the process. A program that takes memory
/// as fast as the kernel gives it oversteps its limit by some tens of megabytes in this time.
const MEMORY_TICK: Duration = Duration::from_millis(10);

/// The priority of processes that others go before: a third of the time of one that wants the same core. With less,
/// half of the findings of a campaign on one core were not reduced in time.
const BACKGROUND: i32 = 5;

/// How long a process that closed its output may take to end by itself.
const CLOSING_GRACE: Duration = Duration::from_millis(200);

/// Bounds on one conversation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub deadline: Instant,
    /// Bytes of resident memory, the process and its children together.
    pub memory: Option<u64>,
    /// Bytes of standard output and standard error together.
    pub output: usize,
    /// Set from outside when it is time to stop.
    pub stop: Option<&'static AtomicBool>,
}

fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

/// How a conversation ended. Only after `Marker` is the process still of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Marker,
    Exited(ExitStatus),
    /// It closed its output and lived on.
    ClosedOutput,
    Deadline,
    OutputLimit,
    MemoryLimit,
}

/// What was heard until the end of a conversation.
#[derive(Debug)]
pub(crate) struct Heard {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub end: End,
}

/// How to start a process.
pub(crate) struct Start<'a> {
    pub program: &'a Path,
    pub args: &'a [String],
    pub last_arg: Option<&'a OsStr>,
    pub working_folder: Option<&'a Path>,
    pub may_write_files: bool,
    /// Whether others go first.
    pub background: bool,
    /// Variables of its environment beside ours.
    pub variables: &'a [(&'a str, &'a OsStr)],
    /// To whom the process belongs.
    pub family: &'a Family,
}

/// A running solver.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
    pidfd: Option<OwnedFd>,
    pipes: Pipes,
    family: Family,
    lease: Lease,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts the program in a process group of its own, with pipes to all three channels.
    pub fn start(start: &Start<'_>) -> io::Result<Process> {
        let family = start.family.branch();
        let (variable, name) = family.variable();
        let mut command = Command::new(start.program);
        command
            .env(variable, name)
            .envs(start.variables.iter().copied())
            .args(start.args)
            .args(start.last_arg)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(folder) = start.working_folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn()?;
        let group = Pid::from_child(&child);
        let mut process = Process {
            group,
            pidfd: None,
            pipes: Pipes::of(&mut child),
            child,
            family,
            lease: Lease::new(group),
            ended: None,
        };
        // From here on dropping `process` ends the child, so every error may simply return.
        process.pipes.make_nonblocking()?;
        process.pidfd = pidfd(group);
        fence::forbid_core_files(group);
        if start.background {
            // Where that is not allowed it is as important as others.
            let _ = rustix::process::setpriority_pgrp(Some(group), BACKGROUND);
        }
        if !start.may_write_files {
            fence::forbid_files(group);
        }
        Ok(process)
    }

    /// Queues `text` and sends what the pipe takes at once. What it does not take goes out during
    /// the next conversation.
    pub fn send(&mut self, text: &[u8]) {
        self.pipes.queue(text);
        self.pipes.write_some();
    }

    /// Reads until `marker`, or until the process ends if there is none, within `bounds`. With
    /// `close`, standard input is closed once everything queued is sent.
    pub fn converse(&mut self, marker: Option<&Marker>, close: bool, bounds: &Bounds) -> Heard {
        let mut next_memory_look = Instant::now() + MEMORY_TICK;
        let mut closed_since = None;
        let mut scanned = 0;
        // A process that was sent several scripts at once is often ahead of us.
        if let Some(heard) = marker.and_then(|m| self.heard_until(m, &mut scanned, false)) {
            return heard;
        }
        loop {
            // Asked before the pipes are drained, so that nothing written before the end is missed.
            let exited = self.ended.is_some() || self.has_exited();
            self.pipes.write_some();
            if close && self.pipes.all_sent() {
                self.pipes.close_input();
            }
            let within = self.pipes.read_some(bounds.output);
            if let Some(heard) = marker.and_then(|m| self.heard_until(m, &mut scanned, exited)) {
                return heard;
            }
            let now = Instant::now();
            let end = if !within {
                Some(End::OutputLimit)
            } else if exited {
                Some(End::Exited(self.end()))
            } else if now >= bounds.deadline || bounds.stop.is_some_and(is_set) {
                Some(End::Deadline)
            } else if self.pipes.stdout.is_none() {
                let since = *closed_since.get_or_insert(now);
                (now >= since + CLOSING_GRACE).then_some(End::ClosedOutput)
            } else {
                None
            };
            let end = end.or_else(|| {
                let limit = bounds.memory.filter(|_| now >= next_memory_look)?;
                next_memory_look = now + MEMORY_TICK;
                (memory::resident(self.child.id()) > limit).then_some(End::MemoryLimit)
            });
            if let Some(end) = end {
                self.end();
                let stdout = std::mem::take(&mut self.pipes.out);
                let stderr = std::mem::take(&mut self.pipes.err);
                return Heard {
                    stdout,
                    stderr,
                    end,
                };
            }
            if now >= self.lease.renew_at() {
                self.lease.renew();
            }
            let mut wait = (bounds.deadline - now).min(self.lease.renew_at() - now);
            if bounds.memory.is_some() || bounds.stop.is_some() || self.pidfd.is_none() {
                wait = wait.min(MEMORY_TICK);
            }
            if closed_since.is_some() {
                wait = wait.min(CLOSING_GRACE / 4);
            }
            self.wait_for_something(wait);
        }
    }

    /// What was printed up to a marker that has come.
    fn heard_until(&mut self, marker: &Marker, scanned: &mut usize, exited: bool) -> Option<Heard> {
        let line = marker.find(&self.pipes.out, scanned, exited)?;
        let mut stdout: Vec<u8> = self.pipes.out.drain(..line.end).collect();
        stdout.truncate(line.start);
        let stderr = std::mem::take(&mut self.pipes.err);
        Some(Heard {
            stdout,
            stderr,
            end: End::Marker,
        })
    }

    /// Whether something was printed on standard error that no conversation has reported.
    pub fn has_errors(&self) -> bool {
        !self.pipes.err.is_empty()
    }

    /// Gives back what was printed on standard error, for the next conversation to report.
    pub fn put_back_errors(&mut self, stderr: Vec<u8>) {
        self.pipes.err.splice(0..0, stderr);
    }

    /// Whether the marker has come already; does not wait, and takes nothing from what was printed.
    pub fn has_printed(&mut self, marker: &Marker, output_limit: usize) -> bool {
        self.pipes.read_some(output_limit) && marker.find(&self.pipes.out, &mut 0, false).is_some()
    }

    /// Kills the process with all it started, and reaps it. Its own exit status is kept if it had
    /// ended.
    pub fn end(&mut self) -> ExitStatus {
        if let Some(status) = self.ended {
            return status;
        }
        let exited = self.has_exited();
        // Fails only if nobody is left in the group, which is what we want.
        let _ = rustix::process::kill_process_group(self.group, Signal::KILL);
        let status = self.child.wait().unwrap_or_default();
        self.ended = Some(status);
        // One that went by itself and left nobody behind to hold its pipes is worth no search.
        if !exited || self.pipes.are_held() {
            self.family.hunt_down();
        }
        self.pipes.close();
        status
    }

    fn has_exited(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            rustix::process::waitid(WaitId::Pid(self.group), look),
            Ok(Some(_)) | Err(_)
        )
    }

    fn wait_for_something(&self, wait: Duration) {
        let mut watched = Vec::with_capacity(4);
        if let Some(stdout) = &self.pipes.stdout {
            watched.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.pipes.stderr {
            watched.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(pidfd) = &self.pidfd {
            watched.push(PollFd::new(pidfd, PollFlags::IN));
        }
        if let (Some(stdin), false) = (&self.pipes.stdin, self.pipes.all_sent()) {
            watched.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let timeout = Timespec::try_from(wait).unwrap_or(Timespec {
            tv_sec: 1,
            tv_nsec: 0,
        });
        // An interrupted poll is as good as a short one: the loop looks at everything again.
        let _ = poll(&mut watched, Some(&timeout));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(target_os = "linux")]
fn pidfd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_: Pid) -> Option<OwnedFd> {
    None
}

pub(crate) mod family;
mod fence;
mod pipes;
