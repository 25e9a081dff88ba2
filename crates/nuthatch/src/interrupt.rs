//! Ctrl-C, and the signals by which a system asks a program to end.

use crate::exit::Exit;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first such signal sets: whoever works looks at it and comes to an end. The
/// second signal ends the program on the spot.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
