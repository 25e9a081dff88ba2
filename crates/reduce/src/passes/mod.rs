//! The passes, in the order in which they take turns: big steps first.

mod annotations;
mod arguments;
mod arity;
mod bits;
mod bytes;
mod checks;
mod commands;
mod constants;
mod constructors;
mod datatypes;
mod declarations;
mod definitions;
mod equalities;
mod flatten;
mod formats;
mod lets;
mod list_children;
mod literals;
mod logic;
mod names;
mod operators;
mod quantifiers;
mod recursion;
mod rewrites;
mod scopes;
mod sorts;
mod unwrap;
mod variables;
mod widths;

use crate::pass::Pass;

/// All passes. To add one, write a file and name it here.
pub const PASSES: &[&dyn Pass] = &[
    &bytes::Lines,
    &bytes::Bytes,
    &scopes::Scopes,
    &commands::Commands,
    &flatten::Flatten,
    &arguments::Arguments,
    &lets::LetValues,
    &constants::Constants,
    &unwrap::Unwrap,
    &variables::ToConstants,
    &quantifiers::Instantiate,
    &lets::Inline,
    &list_children::KeepChild,
    &list_children::DropChildren,
    &definitions::Inline,
    &definitions::Undefine,
    &recursion::DropFunctions,
    &recursion::NotRecursive,
    &equalities::Solve,
    &checks::PlainChecks,
    &annotations::Attributes,
    &quantifiers::DropVariables,
    &arity::DropParameters,
    &datatypes::ToSorts,
    &datatypes::Single,
    &datatypes::Plain,
    &constructors::DropConstructors,
    &constructors::DropFields,
    &variables::Instead,
    &variables::Merge,
    &widths::Widths,
    &formats::Formats,
    &sorts::Simpler,
    &literals::Shrink,
    &bits::Literals,
    &bits::Fold,
    &rewrites::Equivalent,
    &operators::Simpler,
    &declarations::Declarations,
    &declarations::AsConstants,
    &list_children::KeepFromCommands,
    &list_children::DropFromUnknown,
    &logic::Logics,
    &names::Shorten,
];
