//! Stub.
use std::ops::Range;
pub struct Ours {
    pub sorts: Vec<String>,
}
pub enum Sorted {
    As(usize),
    Unsorted,
    NoTerm,
}
impl Ours {
    pub fn at(&self, _b: &Range<usize>) -> Sorted {
        Sorted::NoTerm
    }
}
pub fn read(_t: &str) -> Result<Ours, String> {
    Ok(Ours { sorts: vec![] })
}
