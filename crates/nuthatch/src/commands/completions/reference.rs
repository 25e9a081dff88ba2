//! The reference of all commands as one Markdown text, made from what parses the arguments: nobody keeps a
//! list, so nothing is missing in it.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};
use std::fmt::{self, Write};

/// The file that it is written to.
pub const REFERENCE: &str = "commands.md";

/// What clap calls arguments and options that have no heading of their own.
const ARGUMENTS: &str = "Arguments";
const OPTIONS: &str = "Options";

/// All commands that are not hidden, each with its usage, its arguments and what they mean.
pub fn reference(command: Command) -> String {
    // A command that only shows the help of others has nothing to say of itself.
    let mut command = command.disable_help_subcommand(true);
    // Names, usages and what is inherited are known only then.
    command.build();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_reference(&mut out, &mut command);
    out
}

fn write_reference(out: &mut String, command: &mut Command) -> fmt::Result {
    let name = command.get_name().to_owned();
    writeln!(out, "# Commands\n")?;
    writeln!(
        out,
        "This page is made by {} from what parses the arguments. Every command has {}, which prints \
         the same, and {}, which prints a summary.\n",
        code(&format!("{name} man --markdown")),
        code("--help"),
        code("-h")
    )?;
    write_list(out, command)?;
    for command in shown_mut(command) {
        write_command(out, command)?;
    }
    Ok(())
}

/// A command and those below it. Commands are ours, so they nest no deeper than we do.
fn write_command(out: &mut String, command: &mut Command) -> fmt::Result {
    writeln!(out, "\n## {}\n", escaped(&name_of(command)))?;
    let about = command.get_long_about().or_else(|| command.get_about());
    if let Some(about) = about {
        writeln!(out, "{}\n", prose(&about.to_string()))?;
    }
    writeln!(out, "{}", fenced(&usage(command)))?;
    for (heading, arguments) in groups(command) {
        writeln!(out, "\n### {}\n", escaped(heading))?;
        for argument in arguments {
            write_argument(out, argument)?;
        }
    }
    if shown(command).next().is_some() {
        writeln!(out, "\n### Commands\n")?;
        write_list(out, command)?;
    }
    let after = command
        .get_after_long_help()
        .or_else(|| command.get_after_help());
    if let Some(after) = after {
        writeln!(out, "\n{}", fenced(&after.to_string()))?;
    }
    for command in shown_mut(command) {
        write_command(out, command)?;
    }
    Ok(())
}

/// The commands below one, with links to where they are told of.
fn write_list(out: &mut String, command: &Command) -> fmt::Result {
    for command in shown(command) {
        let name = name_of(command);
        let link = name.replace(' ', "-");
        write!(out, "- [{}](#{link})", code(&name))?;
        if let Some(about) = command.get_about() {
            write!(out, ": {}", indented(&prose(&about.to_string())))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
}

fn shown_mut(command: &mut Command) -> impl Iterator<Item = &mut Command> {
    let all = command.get_subcommands_mut();
    all.filter(|below| !below.is_hide_set())
}

/// `nuthatch rules prove`.
fn name_of(command: &Command) -> String {
    let name = command.get_bin_name();
    name.unwrap_or_else(|| command.get_name()).to_owned()
}

/// How a command is called; several lines if there are several ways.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage:").unwrap_or(&usage);
    let lines = usage.trim().lines().map(str::trim);
    lines.collect::<Vec<_>>().join("\n")
}

/// The arguments under their headings, in the order in which they were declared: those without one first.
fn groups(command: &Command) -> Vec<(&str, Vec<&Arg>)> {
    let mut groups = vec![(ARGUMENTS, Vec::new()), (OPTIONS, Vec::new())];
    for argument in command.get_arguments().filter(|it| is_shown(it)) {
        let usual = match argument.is_positional() {
            true => ARGUMENTS,
            false => OPTIONS,
        };
        let heading = argument.get_help_heading().unwrap_or(usual);
        match groups.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, group)) => group.push(argument),
            None => groups.push((heading, vec![argument])),
        }
    }
    groups.retain(|(_, group)| !group.is_empty());
    groups
}

/// Whether an argument is told of: not what is hidden, nor what every command has.
fn is_shown(argument: &Arg) -> bool {
    let everywhere = matches!(
        argument.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    );
    !everywhere && !argument.is_hide_set()
}

fn write_argument(out: &mut String, argument: &Arg) -> fmt::Result {
    let short = match (argument.get_short(), argument.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, "),
        // Where there is nothing else, it is what an argument is printed as.
        _ => String::new(),
    };
    write!(out, "- {}", code(&format!("{short}{argument}")))?;
    let help = argument.get_long_help().or_else(|| argument.get_help());
    if let Some(help) = help {
        write!(out, ": {}", indented(&prose(&help.to_string())))?;
    }
    let values: Vec<PossibleValue> = match argument.is_hide_possible_values_set() {
        true => Vec::new(),
        false => argument.get_possible_values(),
    };
    let values: Vec<&PossibleValue> = values.iter().filter(|it| !it.is_hide_set()).collect();
    let are_told = values.iter().any(|value| value.get_help().is_some());
    let untold: &[&PossibleValue] = match are_told {
        true => &[],
        false => &values,
    };
    let remarks = remarks(argument, untold);
    if !remarks.is_empty() {
        write!(out, " ({})", remarks.join("; "))?;
    }
    writeln!(out)?;
    for value in values.iter().filter(|_| are_told) {
        write!(out, "  - {}", code(value.get_name()))?;
        if let Some(help) = value.get_help() {
            write!(out, ": {}", indented(&indented(&prose(&help.to_string()))))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What there is to say of an argument besides its help.
fn remarks(argument: &Arg, values: &[&PossibleValue]) -> Vec<String> {
    let mut remarks = Vec::new();
    if !values.is_empty() {
        let names: Vec<String> = values.iter().map(|value| code(value.get_name())).collect();
        remarks.push(format!("one of {}", names.join(", ")));
    }
    let is_repeated = matches!(argument.get_action(), ArgAction::Append);
    match argument.get_value_delimiter() {
        Some(between) => {
            let between = code(&between.to_string());
            remarks.push(format!("several with {between} between"));
        }
        None if is_repeated && !argument.is_positional() => {
            remarks.push("can be given several times".to_owned());
        }
        None => {}
    }
    // That a switch is off if it is not given goes without saying.
    if argument.get_action().takes_values() && !argument.is_hide_default_value_set() {
        let defaults = argument.get_default_values().iter();
        let defaults: Vec<String> = defaults
            .map(|value| code(&value.to_string_lossy()))
            .collect();
        if !defaults.is_empty() {
            remarks.push(format!("default: {}", defaults.join(", ")));
        }
    }
    remarks
}

/// The lines behind the first belong to the item of a list, too.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

/// A text in which nothing is markup but what stands between backticks, which is code.
fn prose(text: &str) -> String {
    let lines = text.lines().map(prose_line);
    lines.collect::<Vec<_>>().join("\n")
}

fn prose_line(line: &str) -> String {
    let parts: Vec<&str> = line.trim().split('`').collect();
    // Each has a partner, and there is something between the two.
    let is_code = |place: usize| place % 2 == 1;
    let mut between = parts.iter().skip(1).step_by(2);
    let are_pairs = parts.len() % 2 == 1 && between.all(|part| !part.trim().is_empty());
    if !are_pairs {
        return start_escaped(escaped(line.trim()));
    }
    let parts = parts
        .iter()
        .enumerate()
        .map(|(place, part)| match is_code(place) {
            true => code(part),
            false => escaped(part),
        });
    start_escaped(parts.collect())
}

/// The text with a backslash before whatever might be markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_markup = match c {
            '\\' | '`' | '*' | '_' | '~' | '#' | '$' | '|' | '&' => true,
            '<' | '>' | '[' | ']' | '{' | '}' => true,
            // Two of them may become a dash.
            '-' => rest.peek() == Some(&'-'),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A line that begins no list, no definition and no heading.
fn start_escaped(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let place = match line.as_bytes().get(digits) {
        Some(b'-' | b'+' | b'=' | b':') if digits == 0 => 0,
        Some(b'.' | b')') if digits > 0 => digits,
        _ => return line,
    };
    let (start, rest) = line.split_at(place);
    format!("{start}\\{rest}")
}

/// A text as code in a line, between more backticks than it has in a row.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let space = match text.starts_with('`') || text.ends_with('`') {
        true => " ",
        false => "",
    };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A text as a block that nothing in it can end.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// How many backticks there are in a row at most.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c: char| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::CommandFactory;

    /// A command of every kind, with what could be taken for markup.
    fn toy() -> Command {
        let value = |name: &'static str, help: &'static str| PossibleValue::new(name).help(help);
        let level = Arg::new("level")
            .long("level")
            .short('l')
            .value_name("LEVEL")
            .default_value("low")
            .value_parser([value("low", "as *little* as it gets"), value("high", "a|b")])
            .help("How much of `(get-model)`, <FILE> or --all");
        let names = Arg::new("names")
            .long("name")
            .value_delimiter(',')
            .value_parser(["x", "y"])
            .help_heading("Other_things")
            .help("Names");
        let inner = Command::new("inner")
            .about("Does [this](that)")
            .arg(Arg::new("file").required(true).help("- no list"))
            .arg(
                Arg::new("more")
                    .long("more")
                    .action(ArgAction::Append)
                    .help("More"),
            );
        let outer = Command::new("outer")
            .about("Short")
            .long_about("Long.\n\nExit code: 0 if <all> is well.")
            .arg(
                Arg::new("dirs")
                    .value_name("DIR")
                    .num_args(1..)
                    .help("1. no list"),
            )
            .arg(level)
            .arg(names)
            .arg(
                Arg::new("flag")
                    .long("flag")
                    .action(ArgAction::SetTrue)
                    .help("A switch"),
            )
            .arg(
                Arg::new("secret")
                    .long("secret")
                    .hide(true)
                    .help("Nobody's business"),
            )
            .after_help("Examples:\n  toy outer <x>")
            .subcommand(inner);
        let hidden = Command::new("hidden").hide(true).about("Nobody's business");
        Command::new("toy")
            .about("Toys")
            .subcommand(outer)
            .subcommand(hidden)
    }

    #[test]
    fn the_book_has_the_commands_as_they_are() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        let written = std::fs::read_to_string(page).unwrap_or_default();
        let made = reference(crate::commands::Cli::command());
        assert!(
            written == made,
            "docs/commands.md is out of date: nuthatch man --markdown docs"
        );
    }

    #[test]
    fn all_that_is_not_hidden_is_told() {
        let text = reference(toy());
        let expected = [
            "# Commands\n",
            "\n- [`toy outer`](#toy-outer): Short\n",
            "\n## toy outer\n\nLong.\n\nExit code: 0 if \\<all\\> is well.\n\n```text\ntoy outer ",
            "\n### Arguments\n\n- `[DIR]...`: 1\\. no list\n",
            "\n### Options\n\n\
             - `-l, --level <LEVEL>`: How much of `(get-model)`, \\<FILE\\> or \\--all (default: `low`)\n  \
             - `low`: as \\*little\\* as it gets\n  \
             - `high`: a\\|b\n\
             - `--flag`: A switch\n",
            "\n### Other\\_things\n\n- `--name <names>`: Names (one of `x`, `y`; several with `,` between)\n",
            "\n### Commands\n\n- [`toy outer inner`](#toy-outer-inner): Does \\[this\\](that)\n",
            "\n```text\nExamples:\n  toy outer <x>\n```\n",
            "\n## toy outer inner\n\nDoes \\[this\\](that)\n\n```text\ntoy outer inner ",
            "\n- `<file>`: \\- no list\n",
            "\n- `--more <more>`: More (can be given several times)\n",
        ];
        let mut rest = text.as_str();
        for part in expected {
            let found = rest.find(part);
            let found = found.unwrap_or_else(|| panic!("{part:?} is not in {rest}"));
            rest = &rest[found + part.len() - 1..];
        }
        for absent in ["secret", "business", "hidden", "help", "Print"] {
            let tail = text.split_once("## toy outer").map(|(_, tail)| tail);
            assert!(tail.is_some_and(|tail| !tail.contains(absent)), "{absent}");
        }
    }

    #[test]
    fn what_is_between_backticks_is_code_and_all_else_is_text() {
        for (text, expected) in [
            ("`a|b` and <c>", "`a|b` and \\<c\\>"),
            ("one ` alone", "one \\` alone"),
            ("nothing `` between", "nothing \\`\\` between"),
            ("first\n\n  second_line", "first\n\nsecond\\_line"),
            ("{{#include x}}", "\\{\\{\\#include x\\}\\}"),
            ("--a-b", "\\--a-b"),
            ("2) no list", "2\\) no list"),
            ("12 of them", "12 of them"),
            ("===", "\\==="),
            ("", ""),
        ] {
            assert_eq!(prose(text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_text_ends_what_it_stands_in() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(fenced("a"), "```text\na\n```");
        assert_eq!(fenced("```"), "````text\n```\n````");
    }

    #[test]
    fn our_own_commands_are_all_there() {
        let text = reference(Cli::command());
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build();
        let mut open: Vec<&Command> = vec![&command];
        let mut headings = 0;
        while let Some(command) = open.pop() {
            for below in shown(command) {
                let heading = format!("\n## {}\n", name_of(below));
                assert_eq!(text.matches(&heading).count(), 1, "{heading}");
                headings += 1;
                open.push(below);
            }
        }
        assert_eq!(text.matches("\n## ").count(), headings);
        for part in ["## nuthatch rules prove\n", "## nuthatch findings mark\n"] {
            assert!(text.contains(part), "{part}");
        }
        for absent in ["null-solver", "--reduce`"] {
            assert!(!text.contains(absent), "{absent}");
        }
        // Every link leads somewhere.
        let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
        let headings: Vec<String> = headings.map(|name| name.replace(' ', "-")).collect();
        for link in text.split("](#").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            assert!(headings.iter().any(|heading| heading == link), "{link}");
        }
    }
}
