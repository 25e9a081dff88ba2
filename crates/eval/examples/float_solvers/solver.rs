//! A solver's process, and what it prints.

use std::io::{BufRead, BufReader, Bytes, Write};
use std::iter::Peekable;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::value::Found;

/// A process that reads commands and answers them.
pub struct Solver {
    process: Child,
    input: ChildStdin,
    output: Reader<BufReader<ChildStdout>>,
}

impl Solver {
    pub fn start(command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = process.stdout.take().ok_or("no output")?;
        let mut solver = Self {
            process,
            input,
            output: Reader::new(BufReader::new(output)),
        };
        solver.tell("(set-option :produce-models true)\n(set-logic ALL)\n")?;
        Ok(solver)
    }

    /// Sends what has no answer.
    pub fn tell(&mut self, commands: &str) -> Result<(), String> {
        let sent = self.input.write_all(commands.as_bytes());
        let sent = sent.and_then(|()| self.input.flush());
        sent.map_err(|error| error.to_string())
    }

    /// Sends what has one answer. An error is an error.
    pub fn ask(&mut self, command: &str) -> Result<Found, String> {
        self.tell(command)?;
        let found = self.output.next().ok_or("the solver is gone")?;
        match &found {
            Found::List(items) if items.first() == Some(&Found::Word("error".into())) => {
                Err(found.text())
            }
            _ => Ok(found),
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads one S-expression at a time.
struct Reader<R: BufRead> {
    bytes: Peekable<Bytes<R>>,
}

impl<R: BufRead> Reader<R> {
    fn new(source: R) -> Self {
        let bytes = source.bytes().peekable();
        Self { bytes }
    }

    fn next(&mut self) -> Option<Found> {
        let mut open: Vec<Vec<Found>> = Vec::new();
        loop {
            let byte = self.bytes.next()?.ok()?;
            let found = match byte {
                b'(' => {
                    open.push(Vec::new());
                    continue;
                }
                b')' => Found::List(open.pop()?),
                b'"' => {
                    let text = self.bytes.by_ref().map_while(Result::ok);
                    let text: Vec<u8> = text.take_while(|&byte| byte != b'"').collect();
                    Found::Word(String::from_utf8_lossy(&text).into_owned())
                }
                _ if byte.is_ascii_whitespace() => continue,
                _ => self.word(byte),
            };
            match open.last_mut() {
                Some(list) => list.push(found),
                None => return Some(found),
            }
        }
    }

    fn word(&mut self, first: u8) -> Found {
        let mut word = vec![first];
        let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'"');
        let goes_on = |byte: &std::io::Result<u8>| byte.as_ref().is_ok_and(|&byte| !ends(byte));
        while let Some(Ok(byte)) = self.bytes.next_if(goes_on) {
            word.push(byte);
        }
        Found::Word(String::from_utf8_lossy(&word).into_owned())
    }
}
