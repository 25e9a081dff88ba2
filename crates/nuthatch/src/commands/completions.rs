//! `nuthatch completions` and `nuthatch man`: what shells, `man` and the book know of the command line.

mod reference;

use super::Cli;
use crate::exit::Exit;
use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use reference::{REFERENCE, reference};
use std::path::PathBuf;

/// Print what a shell needs to complete commands
///
/// For bash: `nuthatch completions bash > ~/.local/share/bash-completion/completions/nuthatch`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "nuthatch", &mut script);
        std::io::Write::write_all(&mut std::io::stdout(), &script)?;
        Ok(Exit::Success)
    }
}

/// Write a manual page for every command
#[derive(Debug, Args)]
pub struct Man {
    /// The folder for them, which is made if need be
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write one Markdown text about all commands instead, as the book has it: commands.md
    #[arg(long)]
    markdown: bool,
}

impl Man {
    pub fn run(self) -> anyhow::Result<Exit> {
        let write = || {
            std::fs::create_dir_all(&self.folder)?;
            match self.markdown {
                true => std::fs::write(self.folder.join(REFERENCE), reference(Cli::command())),
                false => clap_mangen::generate_to(Cli::command(), &self.folder),
            }
        };
        write().with_context(|| self.folder.display().to_string())?;
        Ok(Exit::Success)
    }
}
