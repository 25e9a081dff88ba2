//! Strings.
use super::Line;
use crate::value::{Value, Values};
pub(crate) const OPERATORS: &[Line] = &[];
pub(crate) fn read(_: &mut Values, _: &[u8]) -> Option<Value> {
    None
}
pub(crate) fn write(_: &Values, _: Value, _: &mut String) {}
