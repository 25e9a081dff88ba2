//! Fusions, which are proved like rules.

use mutate::fusion::{Fusion, FusionSet};
use report::Table;
use std::io::Write;
use std::path::PathBuf;

/// The fusions that are part of the program, unless it is about rules of a user.
pub fn fusions_of(files: &[PathBuf]) -> &'static [Fusion] {
    match files.is_empty() {
        true => FusionSet::builtin().fusions(),
        false => &[],
    }
}

/// Prints fusions as a table, if there are any.
pub fn print_fusions(fusions: &[&Fusion], out: &mut impl Write) -> std::io::Result<()> {
    if fusions.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(&["fusion", "sorts", "z is", "x is", "y is", "if"]);
    for fusion in fusions {
        let [x, y] = fusion
            .inverses()
            .map(|inverse| inverse.unwrap_or("-").to_owned());
        let sorts: Vec<String> = fusion.sorts.iter().map(ToString::to_string).collect();
        table.row([
            fusion.name.clone(),
            match sorts.is_empty() {
                true => "-".to_owned(),
                false => sorts.join(" "),
            },
            fusion.value().to_owned(),
            x,
            y,
            fusion.guard().to_owned(),
        ]);
    }
    table.print(out)?;
    writeln!(out, "\n{} fusions\n", fusions.len())
}
