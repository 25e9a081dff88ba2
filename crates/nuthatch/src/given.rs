//! Options, and how they were given: so that they can be passed on to another program.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use std::ops::Deref;

/// Options with the arguments that they were given by. What was not given is not passed on, so that a
/// program of another version may have defaults of its own, and need not know every option.
#[derive(Debug)]
pub struct Given<T> {
    options: T,
    arguments: Vec<String>,
}

impl<T> Given<T> {
    /// The arguments that say the same again.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl<T> Deref for Given<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.options
    }
}

impl<T: Args> Args for Given<T> {
    fn augment_args(command: Command) -> Command {
        T::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: Args> FromArgMatches for Given<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self {
            arguments: arguments::<T>(matches),
            options: T::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// All options of a kind that were given, each with its long name.
fn arguments<T: Args>(matches: &ArgMatches) -> Vec<String> {
    let all = T::augment_args(Command::new(""));
    let mut given = Vec::new();
    for argument in all.get_arguments() {
        let id = argument.get_id().as_str();
        let Some(name) = argument.get_long() else {
            continue;
        };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        if !argument.get_action().takes_values() {
            given.push(format!("--{name}"));
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        given.extend(values.map(|value| format!("--{name}={}", value.to_string_lossy())));
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Args)]
    struct Inner {
        #[arg(long, value_delimiter = ',')]
        list: Vec<u32>,
        #[arg(long, short)]
        flag: bool,
        #[arg(long)]
        other: bool,
        #[arg(long, default_value = "usual")]
        word: String,
    }

    #[derive(Debug, Parser)]
    struct Outer {
        #[arg(long)]
        own: bool,
        #[command(flatten)]
        inner: Given<Inner>,
    }

    #[test]
    fn what_was_given_can_be_given_again() {
        let outer = Outer::parse_from(["x", "--own", "--list", "1,2", "-f"]);
        assert!(outer.own && outer.inner.flag && !outer.inner.other);
        assert_eq!(outer.inner.word, "usual");
        let given = ["--list=1", "--list=2", "--flag"];
        assert_eq!(outer.inner.arguments(), given);
        let again = Outer::parse_from(["x"].iter().chain(&given));
        assert_eq!(again.inner.list, outer.inner.list);
        assert!(Outer::parse_from(["x"]).inner.arguments().is_empty());
    }
}
