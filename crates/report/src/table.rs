//! Tables for people.

use std::io::Write;

/// Rows of text in columns.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        let headings = headings.iter().map(ToString::to_string).collect();
        Self {
            rows: vec![headings],
        }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Prints it with the columns aligned. A cell that is much longer than the others of its
    /// column does not make the column wider.
    pub fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        const WIDEST: usize = 60;
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let widths = cells.map(|cell| cell.chars().count());
            widths.filter(|&width| width <= WIDEST).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (cell, &width) in row.iter().zip(&widths) {
                line.push_str(&format!("{cell:width$}  "));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Prints it as Markdown.
    pub fn print_markdown(&self, out: &mut impl Write) -> std::io::Result<()> {
        for (place, row) in self.rows.iter().enumerate() {
            let cell = |cell: &String| match place > 0 && cell.starts_with('(') {
                true => format!("`{}`", cell.replace('|', "\\|")),
                false => cell.replace('|', "\\|"),
            };
            let cells: Vec<String> = row.iter().map(cell).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
            if place == 0 {
                writeln!(out, "|{}", " --- |".repeat(row.len()))?;
            }
        }
        Ok(())
    }
}
