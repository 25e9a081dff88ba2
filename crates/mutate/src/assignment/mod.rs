//! Values for the constants of a script: all of them where they are few, and elsewhere some that are
//! drawn. What is tried of rules, and what rules are looked for with.

mod all;
mod draw;
mod languages;
mod scalars;

pub use all::columns;
pub use draw::Drawer;
pub use languages::texts as languages;
