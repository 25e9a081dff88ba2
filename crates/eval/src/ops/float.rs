//! Floating point.
use super::Line;
use crate::value::{Value, Values};
use smt::{Script, SortId};
pub(crate) const OPERATORS: &[Line] = &[];
pub(crate) fn all_floats(_: &Script, _: &mut Values, _: SortId) -> Option<Vec<Value>> {
    None
}
pub(crate) fn zero(_: &Script, _: &mut Values, _: SortId) -> Option<Value> {
    None
}
pub(crate) fn write(_: &Values, _: Value, _: &mut String) {}
