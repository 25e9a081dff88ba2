//! Ctrl-C, and the signals by which a system asks a program to end.

use crate::exit::Exit;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first such signal.
static STOP: AtomicBool = AtomicBool::new(false);

/// A flag that the first such signal sets: whoever works looks at it and comes to an end. The
/// second signal ends the program on the spot.
pub fn flag() -> anyhow::Result<&'static AtomicBool> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}
