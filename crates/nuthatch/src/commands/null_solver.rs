//! `nuthatch null-solver`: nothing but answers.

use crate::exit::Exit;
use clap::Args;
use std::io::{self, Read, Write};

/// Answer sat to every check at once, to see what all the rest costs
///
/// It reads SMT-LIB commands from standard input, each on a line of its own as nuthatch sends them,
/// and knows only two: it says sat to every check, and prints what it is told to echo. Name it as a
/// solver by `--solver 'z3=PATH/nuthatch null-solver'`.
#[derive(Debug, Args)]
pub struct NullSolver {
    /// Options of the solver it stands for, all ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    ignored: Vec<String>,
}

impl NullSolver {
    pub fn run(self) -> anyhow::Result<Exit> {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let mut buffer = vec![0; 64 * 1024];
        let mut unread = Vec::new();
        let mut answers = Vec::new();
        loop {
            let read = input.read(&mut buffer)?;
            if read == 0 {
                return Ok(Exit::Success);
            }
            unread.extend_from_slice(&buffer[..read]);
            let whole = unread.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            for line in unread[..whole].split(|&byte| byte == b'\n') {
                answer(line, &mut answers);
            }
            unread.drain(..whole);
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
    }
}

fn answer(line: &[u8], answers: &mut Vec<u8>) {
    if line.starts_with(b"(check-sat") {
        answers.extend_from_slice(b"sat\n");
    } else if let Some(text) = line.strip_prefix(b"(echo \"") {
        answers.extend_from_slice(text.strip_suffix(b"\")").unwrap_or(text));
        answers.push(b'\n');
    }
}
