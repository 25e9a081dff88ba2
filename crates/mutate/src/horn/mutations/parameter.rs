//! Parameters of the solver.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::parameters::SOLVING;
use super::super::system::Setting;

/// A parameter of the solver is turned on or off. The system is the same, and none of those that are
/// documented to approximate is touched.
pub const PARAMETER: Mutation = Mutation {
    name: "parameter",
    keeps: "how a solver searches does not change what is there",
    choose: Choose::Step(|system, context, rng| {
        let sound = context.parameters.iter().filter(|p| !p.approximates);
        let parameter = *rng.pick(&sound.collect::<Vec<_>>())?;
        let set = system.settings.iter().rfind(|s| *s.name == *parameter.name);
        let default = if parameter.default { "true" } else { "false" };
        // What was set is set back now and then.
        let value = match set.map_or(default, |setting| &setting.value) {
            "true" => "false",
            _ => "true",
        };
        let step = HornStep::new("parameter", system);
        Some(step.texts([parameter.name, value]))
    }),
    apply: |system, step| {
        let (name, value) = (step.text(0)?, step.text(1)?);
        let known = SOLVING.iter().find(|p| p.name == name)?;
        if known.approximates || !matches!(value, "true" | "false") {
            return None;
        }
        let mut settings = system.settings.clone();
        settings.retain(|setting| &*setting.name != name);
        settings.push(Setting {
            name: name.into(),
            value: value.into(),
        });
        Some(system.with_settings(settings))
    },
};
