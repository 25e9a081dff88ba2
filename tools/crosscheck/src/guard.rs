//! Running work that may recurse deeply, panic or not come to an end.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Address space only: pages that are never touched cost nothing.
const STACK_BYTES: usize = 4 << 30;

/// Runs `work` on a thread with a large stack and waits for it, but not for ever.
///
/// A thread cannot be ended from outside, so one that takes too long is left running until the
/// whole program ends.
pub fn run<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || {
            // Nobody receives where the limit has passed, which is no concern of this thread.
            let _ = sender.send(work());
        })
        .map_err(|error| format!("no thread to run on: {error}"))?;
    match receiver.recv_timeout(limit) {
        Ok(result) => Ok(result),
        Err(RecvTimeoutError::Timeout) => Err("took too long".to_owned()),
        // The sender was dropped without sending.
        Err(RecvTimeoutError::Disconnected) => Err("panicked".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::time::Duration;

    #[test]
    fn results_panics_and_delays_are_told_apart() {
        // Generous where the limit must not be reached: the machine may be busy.
        let ample = Duration::from_secs(60);
        assert_eq!(run(ample, || 7), Ok(7));
        assert_eq!(
            run(ample, || -> u8 { panic!("on purpose") }),
            Err("panicked".into())
        );
        let slow = || std::thread::sleep(Duration::from_secs(60));
        let short = Duration::from_millis(50);
        assert_eq!(run(short, slow), Err("took too long".into()));
    }
}
