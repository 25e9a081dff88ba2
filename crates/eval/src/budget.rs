//! How much an evaluation may take.

/// Limits of one evaluation. Beyond them the verdict is "out of budget", never a wrong one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Terms visited, each time counted anew.
    pub steps: u64,
    /// Memory of long values, about.
    pub bytes: usize,
    /// The longest number, in bits.
    pub number_bits: u64,
    /// The longest string or sequence.
    pub length: usize,
    /// How deep calls of defined functions may nest.
    pub calls: usize,
    /// The largest finite sort that is enumerated.
    pub domain: u64,
    /// How many interpretations of underspecified operations are tried.
    pub interpretations: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: 50_000_000,
            bytes: 1 << 29,
            number_bits: 1 << 20,
            length: 1 << 20,
            calls: 100_000,
            domain: 1 << 12,
            interpretations: 300,
        }
    }
}
