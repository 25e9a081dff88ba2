//! Seeds made ready: which formulas they have, what these are worth, and what is declared before them.

use super::frame::{Frame, renamed};
use super::harvest::{Found, harvest};
use super::layout::{self, Slot};
use super::{Assigned, Formula, FragmentSettings, Fragments, Grounds, core, witness};
use eval::{Budget, Evaluator, Model, Value};
use hashbrown::HashSet;
use smt::Script;

/// Less than the evaluator's own: a seed has many formulas.
const BUDGET: Budget = Budget {
    steps: 1_000_000,
    bytes: 32 << 20,
    number_bits: 1 << 14,
    length: 1 << 16,
    calls: 5_000,
    domain: 1 << 10,
    interpretations: 100,
};

impl Fragments {
    /// Of a seed and as many of some others as go together with it. Nothing if no formula of it has a
    /// value for sure, or if it defines functions by themselves: an assignment shows what they are only where
    /// they are applied.
    pub fn satisfied(
        seed: Assigned<'_>,
        others: &[Assigned<'_>],
        settings: FragmentSettings,
    ) -> Option<Self> {
        let script = Script::parse(seed.text).ok()?;
        if script.is_recursive() {
            return None;
        }
        let mut frame = Frame::of(&script)?;
        let mut models = vec![witness::join(&[seed.model])?];
        let mut found = vec![harvest(&script)];
        let mut formulas = vec![evaluated(&frame.text(), &models[0], found[0].clone())?];
        let mut used = Vec::new();
        for (place, other) in others.iter().enumerate() {
            let mark = format!("!{}", place + 2);
            let Some((of_other, text, model)) = apart(&frame, &found, other, &mark) else {
                continue;
            };
            let Ok(script) = Script::parse(text) else {
                continue;
            };
            let mut joined = frame.clone();
            if script.is_recursive() || !joined.join(&of_other) {
                continue;
            }
            let mut all: Vec<&str> = models.iter().map(String::as_str).collect();
            all.push(&model);
            let Some(witness) = witness::join(&all) else {
                continue;
            };
            // All formulas once more: nothing may depend on what was joined.
            let mut of_all = found.clone();
            of_all.push(harvest(&script));
            let text = joined.text();
            let again = of_all
                .iter()
                .map(|of| evaluated(&text, &witness, of.clone()));
            let Some(again) = again.collect::<Option<Vec<_>>>() else {
                continue;
            };
            (frame, found, formulas) = (joined, of_all, again);
            models.push(model);
            used.push(place);
        }
        let all: Vec<&str> = models.iter().map(String::as_str).collect();
        let grounds = Grounds::Witness(witness::join(&all)?);
        Self::new(
            &frame,
            grounds,
            formulas,
            layout::of(&script),
            used,
            settings,
        )
    }

    /// Of a seed, all of whose assertions are kept: a core, which asks about nothing else. Formulas are taken from that, from the seed
    /// that it is the core of and from as many of some others as go together with it.
    pub fn around_core(
        core: &[u8],
        whole: &[u8],
        others: &[&[u8]],
        settings: FragmentSettings,
    ) -> Option<Self> {
        let (core, whole) = (Script::parse(core).ok()?, Script::parse(whole).ok()?);
        // What a core assumes or takes back is no part of what mutants assert.
        if !layout::is_plain(&core) {
            return None;
        }
        let mut frame = Frame::of(&whole)?;
        let kept = core::commands(&core);
        if kept.is_empty() {
            return None;
        }
        let mut found = vec![harvest(&whole)];
        let mut formulas = vec![read(&frame.text(), found[0].clone())?];
        let mut used = Vec::new();
        for (place, other) in others.iter().enumerate() {
            let mark = format!("!{}", place + 2);
            let other = Assigned {
                text: other,
                model: "",
            };
            let Some((of_other, text, _)) = apart(&frame, &found, &other, &mark) else {
                continue;
            };
            let Ok(script) = Script::parse(text) else {
                continue;
            };
            let mut joined = frame.clone();
            let of_script = harvest(&script);
            if joined.join(&of_other)
                && let Some(of_other) = read(&joined.text(), of_script.clone())
            {
                frame = joined;
                found.push(of_script);
                formulas.push(of_other);
                used.push(place);
            }
        }
        Self::new(&frame, Grounds::Core(kept), formulas, None, used, settings)
    }

    fn new(
        frame: &Frame,
        grounds: Grounds,
        formulas: Vec<Vec<Formula>>,
        layout: Option<Vec<Slot>>,
        others: Vec<usize>,
        settings: FragmentSettings,
    ) -> Option<Self> {
        let quantified = formulas
            .iter()
            .map(|of| of.partition_point(|f| !f.quantified));
        let quantified = quantified.collect();
        let salt = salt(&frame.text(), &formulas);
        formulas
            .first()
            .is_some_and(|of| !of.is_empty())
            .then(|| Self {
                frame: frame.text(),
                grounds,
                formulas,
                quantified,
                layout,
                others,
                settings,
                salt,
            })
    }
}

/// A seed, with other names for what it has in common with a frame and the formulas that belong to it; and
/// its frame. Nothing if that cannot be done.
fn apart(
    frame: &Frame,
    formulas: &[Vec<Found>],
    seed: &Assigned<'_>,
    mark: &str,
) -> Option<(Frame, Vec<u8>, String)> {
    let own = Frame::of(&Script::parse(seed.text).ok()?)?;
    let clashes = frame.clashes(&own);
    let text = renamed(seed.text, &clashes, mark)?;
    let model = String::from_utf8(renamed(seed.model.as_bytes(), &clashes, mark)?).ok()?;
    let own = Frame::of(&Script::parse(&text[..]).ok()?)?;
    let mut ours = formulas.iter().flatten();
    let apart = !frame.misreads(&text)
        && !own.misreads(&frame.text())
        && !ours.any(|formula| own.misreads(&formula.text));
    apart.then_some((own, text, model))
}

/// The formulas that have a value for sure, those without quantifiers first and short ones before long
/// ones. Nothing if the script or the assignment is not understood.
fn evaluated(frame: &[u8], model: &str, mut found: Vec<Found>) -> Option<Vec<Formula>> {
    // What an escape is was not always the same, neither in scripts nor in models; nor what other bytes are.
    let is_plain = |text: &[u8]| text.is_ascii() && !text.contains(&b'\\');
    if !is_plain(model.as_bytes()) || !is_plain(frame) {
        return None;
    }
    found.retain(|found| is_plain(&found.text));
    found.sort_by_key(|found| (found.quantified, found.text.len()));
    let script = asserting(frame, &found)?;
    let model = Model::parse(&script, 0, model.as_bytes())
        .ok()?
        .leaving_open();
    if model.is_approximate() {
        return None;
    }
    let mut evaluator = Evaluator::new(&model, BUDGET);
    let formulas = model.assertions().iter().zip(found);
    let formulas = formulas.filter_map(|(&assertion, found)| {
        let Ok(Value::Bool(truth)) = evaluator.value(assertion) else {
            return None;
        };
        Some(Formula {
            text: found.text,
            truth,
            quantified: found.quantified,
            whole: found.whole,
        })
    });
    Some(formulas.collect())
}

/// The formulas, whatever their values.
fn read(frame: &[u8], mut found: Vec<Found>) -> Option<Vec<Formula>> {
    found.sort_by_key(|found| (found.quantified, found.text.len()));
    asserting(frame, &found)?;
    let formulas = found.into_iter().map(|found| Formula {
        text: found.text,
        truth: true,
        quantified: found.quantified,
        whole: found.whole,
    });
    Some(formulas.collect())
}

/// A script that asserts some formulas. Nothing if it has anything that we do not understand.
fn asserting(frame: &[u8], found: &[Found]) -> Option<Script> {
    let mut text = frame.to_vec();
    for found in found {
        text.extend_from_slice(b"(assert ");
        text.extend_from_slice(&found.text);
        text.extend_from_slice(b")\n");
    }
    text.extend_from_slice(b"(check-sat)\n");
    let script = Script::parse(text).ok()?;
    let assertions: HashSet<_> = script.assertions().collect();
    let is_understood = script.unknown_symbols.is_empty()
        && script.unsorted_places().next().is_none()
        && assertions.iter().all(|&a| script.is_sorted_formula(a));
    is_understood.then_some(script)
}

/// A number that differs from one seed to the next (FNV-1a).
fn salt(frame: &[u8], formulas: &[Vec<Formula>]) -> u64 {
    let texts = formulas.iter().flatten().map(|formula| &formula.text[..]);
    let bytes = std::iter::once(frame).chain(texts).flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
