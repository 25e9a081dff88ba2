//! Options whose values have names: parsed into the library's own types.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A name, what it stands for, and what it means to people.
pub type Choice<T> = (&'static str, T, &'static str);

/// Parses one of some names.
pub fn choice<T: Clone + Send + Sync + 'static>(
    choices: impl IntoIterator<Item = Choice<T>>,
) -> impl TypedValueParser<Value = T> {
    let choices: Vec<Choice<T>> = choices.into_iter().collect();
    let values = choices.iter();
    let values = values.map(|(name, _, about)| PossibleValue::new(*name).help(*about));
    let parser = PossibleValuesParser::new(values.collect::<Vec<_>>());
    parser.map(move |name| {
        let mut choices = choices.iter();
        let chosen = choices.find(|(known, ..)| *known == name);
        let (_, value, _) = chosen.expect("only these names are possible");
        value.clone()
    })
}
