//! The three pipes to a process, none of which ever blocks us.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};

/// The pipes, each until one side closes it, and what has come or is still to go through them.
#[derive(Debug)]
pub(super) struct Pipes {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
    unsent: Vec<u8>,
    sent: usize,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

impl Pipes {
    /// Takes the pipes of a child.
    pub fn of(child: &mut Child) -> Pipes {
        Pipes {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            unsent: Vec::new(),
            sent: 0,
            out: Vec::new(),
            err: Vec::new(),
        }
    }

    pub fn make_nonblocking(&self) -> io::Result<()> {
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

    /// Queues text to be sent.
    pub fn queue(&mut self, text: &[u8]) {
        if self.all_sent() {
            self.unsent.clear();
            self.sent = 0;
        }
        self.unsent.extend_from_slice(text);
    }

    /// Whether everything queued has been taken.
    pub fn all_sent(&self) -> bool {
        self.sent == self.unsent.len()
    }

    /// Closes standard input. What is still queued is dropped.
    pub fn close_input(&mut self) {
        self.stdin = None;
        self.sent = self.unsent.len();
    }

    /// Closes them all. What has come through them is kept.
    pub fn close(&mut self) {
        self.close_input();
        self.stdout = None;
        self.stderr = None;
    }

    /// Writes what the pipe takes.
    pub fn write_some(&mut self) {
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
    pub fn read_some(&mut self, limit: usize) -> bool {
        let room = limit.saturating_sub(self.err.len());
        let out_within = drain(&mut self.stdout, &mut self.out, room);
        let room = limit.saturating_sub(self.out.len());
        let err_within = drain(&mut self.stderr, &mut self.err, room);
        out_within && err_within
    }

    /// Whether somebody still holds the other end of an output pipe.
    pub fn are_held(&mut self) -> bool {
        held(&mut self.stdout) || held(&mut self.stderr)
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

/// Whether a pipe has not come to its end, once all writers we know of are gone.
fn held(pipe: &mut Option<impl Read>) -> bool {
    let mut byte = [0];
    pipe.as_mut()
        .is_some_and(|open| !matches!(open.read(&mut byte), Ok(0)))
}
