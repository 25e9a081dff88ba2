//! `nuthatch null-solver`: nothing but answers, and counters if one likes.

use crate::exit::Exit;
use clap::Args;
use std::io::{self, Read, Write};

/// Answer sat to every check at once, to see what all the rest costs
///
/// It reads SMT-LIB commands from standard input, each on a line of its own as nuthatch sends them,
/// and knows only few: it says sat to every check, and prints what it is told to echo. Name it as a
/// solver by `--solver 'z3=PATH/nuthatch null-solver'`.
#[derive(Debug, Args)]
pub struct NullSolver {
    /// Tell counters as well, when asked for statistics: with each check others grow, as the text before has it
    #[arg(long)]
    statistics: bool,

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
        let mut counters = self.statistics.then(Counters::default);
        loop {
            let read = input.read(&mut buffer)?;
            if read == 0 {
                return Ok(Exit::Success);
            }
            unread.extend_from_slice(&buffer[..read]);
            let whole = unread.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            for line in unread[..whole].split(|&byte| byte == b'\n') {
                answer(line, &mut counters, &mut answers);
            }
            unread.drain(..whole);
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
    }
}

/// What it pretends to have done.
struct Counters {
    values: [u64; 64],
    random: u64,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            values: [0; 64],
            // Any number will do but zero.
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }
}

impl Counters {
    /// What grows next depends on all that was read.
    fn read(&mut self, line: &[u8]) {
        for &byte in line {
            self.random = (self.random ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.random |= 1;
        if line.starts_with(b"(reset)") {
            self.values = [0; 64];
        }
    }

    /// Another random number (xorshift).
    fn draw(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// There was a check: about a quarter of them grow, small steps being the most likely.
    fn grow(&mut self) {
        let chosen = self.draw() & self.draw();
        for place in 0..self.values.len() {
            if chosen >> place & 1 == 1 {
                self.values[place] += 1 << self.draw().trailing_zeros().min(20);
            }
        }
    }

    fn print(&self, answers: &mut Vec<u8>) {
        answers.push(b'(');
        for (place, value) in self.values.iter().enumerate() {
            answers.extend_from_slice(format!(":counter-{place} {value}\n").as_bytes());
        }
        answers.extend_from_slice(b")\n");
    }
}

fn answer(line: &[u8], counters: &mut Option<Counters>, answers: &mut Vec<u8>) {
    if let Some(counters) = counters {
        counters.read(line);
    }
    if line.starts_with(b"(check-sat") {
        answers.extend_from_slice(b"sat\n");
        if let Some(counters) = counters {
            counters.grow();
        }
    } else if line.starts_with(b"(get-info :all-statistics)")
        && let Some(counters) = counters
    {
        counters.print(answers);
    } else if let Some(text) = line.strip_prefix(b"(echo \"") {
        answers.extend_from_slice(text.strip_suffix(b"\")").unwrap_or(text));
        answers.push(b'\n');
    }
}
