//! One solver process: started, talked to, and ended with everything it started itself.
//!
//! The conversation is a single loop around `poll`, without threads: both output pipes are drained
//! whenever they have something, input is written whenever there is room, so neither side can block
//! the other. The same `poll` watches the process itself (through a pidfd where there are any), so
//! a child that keeps our pipe open after its parent died does not keep us waiting.
//!
//! Every process leads a group of its own, and the group is killed before its leader is reaped:
//! only until then is its number certain to be ours.
//!
//! **Deliberate absences**: no signal but SIGKILL is ever sent, since a solver that must be stopped
//! cannot be trusted to stop; no descendant that leaves the group by `setsid` is hunted down.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};

use crate::marker::Marker;
use crate::memory;

/// How often a waiting conversation looks at the memory of the process. A program that takes memory
/// as fast as the kernel gives it oversteps its limit by some tens of megabytes in this time.
const MEMORY_TICK: Duration = Duration::from_millis(10);

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
}

/// A running solver.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
    pidfd: Option<OwnedFd>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unsent: Vec<u8>,
    sent: usize,
    out: Vec<u8>,
    err: Vec<u8>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts the program in a process group of its own, with pipes to all three channels.
    pub fn start(start: &Start<'_>) -> io::Result<Process> {
        let mut command = Command::new(start.program);
        command
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
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Process {
            child,
            group,
            pidfd: None,
            stdin: pipes.0,
            stdout: pipes.1,
            stderr: pipes.2,
            unsent: Vec::new(),
            sent: 0,
            out: Vec::new(),
            err: Vec::new(),
            ended: None,
        };
        // From here on dropping `process` ends the child, so every error may simply return.
        process.make_nonblocking()?;
        process.pidfd = pidfd(group);
        forbid(group, Resource::Core);
        if !start.may_write_files {
            forbid(group, Resource::Fsize);
        }
        Ok(process)
    }

    /// Queues `text` and sends what the pipe takes at once. What it does not take goes out during
    /// the next conversation.
    pub fn send(&mut self, text: &[u8]) {
        if self.sent == self.unsent.len() {
            self.unsent.clear();
            self.sent = 0;
        }
        self.unsent.extend_from_slice(text);
        self.write_some();
    }

    /// Whether everything queued has been taken.
    pub fn all_sent(&self) -> bool {
        self.sent == self.unsent.len()
    }

    /// Closes standard input. What is still queued is dropped, so converse first.
    pub fn close_input(&mut self) {
        self.stdin = None;
        self.sent = self.unsent.len();
    }

    /// Reads until `marker`, or until the process ends if there is none, within `bounds`. With
    /// `close`, standard input is closed once everything queued is sent.
    pub fn converse(&mut self, marker: Option<&Marker>, close: bool, bounds: &Bounds) -> Heard {
        let mut next_memory_look = Instant::now() + MEMORY_TICK;
        let mut closed_since = None;
        let mut scanned = 0;
        loop {
            // Asked before the pipes are drained, so that nothing written before the end is missed.
            let exited = self.ended.is_some() || self.has_exited();
            self.write_some();
            if close && self.all_sent() {
                self.stdin = None;
            }
            let within = self.read_some(bounds.output);
            let line = marker.and_then(|marker| marker.find(&self.out, &mut scanned, exited));
            if let Some(line) = line {
                let mut stdout: Vec<u8> = self.out.drain(..line.end).collect();
                stdout.truncate(line.start);
                let stderr = std::mem::take(&mut self.err);
                return Heard {
                    stdout,
                    stderr,
                    end: End::Marker,
                };
            }
            let now = Instant::now();
            let end = if !within {
                Some(End::OutputLimit)
            } else if exited {
                Some(End::Exited(self.end()))
            } else if now >= bounds.deadline {
                Some(End::Deadline)
            } else if self.stdout.is_none() {
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
                let stdout = std::mem::take(&mut self.out);
                let stderr = std::mem::take(&mut self.err);
                return Heard {
                    stdout,
                    stderr,
                    end,
                };
            }
            let mut wait = bounds.deadline - now;
            if bounds.memory.is_some() || self.pidfd.is_none() {
                wait = wait.min(MEMORY_TICK);
            }
            if closed_since.is_some() {
                wait = wait.min(CLOSING_GRACE / 4);
            }
            self.wait_for_something(wait);
        }
    }

    /// Gives back what was printed on standard error, for the next conversation to report.
    pub fn put_back_errors(&mut self, stderr: Vec<u8>) {
        self.err.splice(0..0, stderr);
    }

    /// Whether the marker has come already; does not wait, and takes nothing from what was printed.
    pub fn has_printed(&mut self, marker: &Marker, output_limit: usize) -> bool {
        self.read_some(output_limit) && marker.find(&self.out, &mut 0, false).is_some()
    }

    /// Kills the whole group and reaps the process. Its own exit status is kept if it had ended.
    pub fn end(&mut self) -> ExitStatus {
        if let Some(status) = self.ended {
            return status;
        }
        // Fails only if nobody is left in the group, which is what we want.
        let _ = rustix::process::kill_process_group(self.group, Signal::KILL);
        let status = self.child.wait().unwrap_or_default();
        self.ended = Some(status);
        self.stdin = None;
        self.stdout = None;
        self.stderr = None;
        status
    }

    fn make_nonblocking(&self) -> io::Result<()> {
        if let Some(stdin) = &self.stdin {
            rustix::io::ioctl_fionbio(stdin, true)?;
        }
        if let Some(stdout) = &self.stdout {
            rustix::io::ioctl_fionbio(stdout, true)?;
        }
        if let Some(stderr) = &self.stderr {
            rustix::io::ioctl_fionbio(stderr, true)?;
        }
        Ok(())
    }

    fn has_exited(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            rustix::process::waitid(WaitId::Pid(self.group), look),
            Ok(Some(_)) | Err(_)
        )
    }

    fn write_some(&mut self) {
        while let (Some(stdin), true) = (&mut self.stdin, self.sent < self.unsent.len()) {
            match stdin.write(&self.unsent[self.sent..]) {
                Ok(0) => break,
                Ok(n) => self.sent += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // It reads no more. What it has printed still counts.
                Err(_) => self.close_input(),
            }
        }
    }

    /// Reads what there is; false if it is more than `limit` bytes.
    fn read_some(&mut self, limit: usize) -> bool {
        let out_open = drain(
            &mut self.stdout,
            &mut self.out,
            limit.saturating_sub(self.err.len()),
        );
        let err_open = drain(
            &mut self.stderr,
            &mut self.err,
            limit.saturating_sub(self.out.len()),
        );
        out_open && err_open
    }

    fn wait_for_something(&self, wait: Duration) {
        let mut watched = Vec::with_capacity(4);
        if let Some(stdout) = &self.stdout {
            watched.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            watched.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(pidfd) = &self.pidfd {
            watched.push(PollFd::new(pidfd, PollFlags::IN));
        }
        if let (Some(stdin), false) = (&self.stdin, self.all_sent()) {
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

/// Reads all there is; false if `buffer` would grow beyond `limit`.
fn drain(pipe: &mut Option<impl Read>, buffer: &mut Vec<u8>, limit: usize) -> bool {
    let mut chunk = [0; 16 * 1024];
    while let Some(open) = pipe {
        match open.read(&mut chunk) {
            Ok(0) => *pipe = None,
            Ok(n) => {
                let room = limit.saturating_sub(buffer.len());
                buffer.extend_from_slice(&chunk[..n.min(room)]);
                if n > room {
                    return false;
                }
                // A short read emptied the pipe; the next would only say so.
                if n < chunk.len() {
                    break;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(_) => *pipe = None,
        }
    }
    true
}

#[cfg(target_os = "linux")]
fn pidfd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_: Pid) -> Option<OwnedFd> {
    None
}

/// Sets a limit of nothing: no core files, no files at all. A second fence behind `guard`; where
/// the system has no way to set it from outside, the first has to do.
#[cfg(target_os = "linux")]
fn forbid(pid: Pid, resource: Resource) {
    let nothing = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = rustix::process::prlimit(Some(pid), resource, nothing);
}

#[cfg(not(target_os = "linux"))]
fn forbid(_: Pid, _: Resource) {}
