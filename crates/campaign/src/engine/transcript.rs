//! What the processes of a session were given, so that a bug can be seen again that shows only after
//! other scripts.

use crate::case::Setting;
use solve::{Mode, Outcome, Route};
use std::collections::VecDeque;
use std::sync::Arc;

/// How much is remembered of a process: so many scripts, and so many bytes of them.
const SCRIPTS: usize = 100;
const BYTES: usize = 256 * 1024;
/// Of how many processes: more than a session keeps alive, as one that was reset counts as another.
const PROCESSES: usize = 64;

/// The last scripts that one process was given, oldest first.
#[derive(Debug, Default)]
struct Heard {
    process: u64,
    scripts: VecDeque<Arc<[u8]>>,
    bytes: usize,
}

impl Heard {
    fn add(&mut self, script: &[u8]) {
        self.bytes += script.len();
        self.scripts.push_back(script.into());
        while self.scripts.len() > SCRIPTS || self.bytes > BYTES {
            let Some(oldest) = self.scripts.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
    }
}

/// What the processes of one session were given.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The process that was asked last is at the end.
    processes: VecDeque<Heard>,
}

impl Transcript {
    /// Notes that a script was answered in a mode.
    pub fn note(&mut self, mode: Mode, script: &[u8], outcome: &Outcome) {
        if mode == Mode::Fresh || outcome.route != Route::Warm {
            return;
        }
        let mut heard = self.take(outcome).unwrap_or_else(|| Heard {
            process: outcome.process,
            ..Heard::default()
        });
        heard.add(script);
        self.processes.push_back(heard);
        if self.processes.len() > PROCESSES {
            self.processes.pop_front();
        }
    }

    /// In what setting a script was answered that is not noted yet.
    pub fn setting(&self, mode: Mode, outcome: &Outcome) -> Setting {
        // What cannot be asked so has had a process of its own, and was sent as it is.
        if outcome.route != Route::Warm {
            return Setting::default();
        }
        let heard = self.place(outcome).map(|place| &self.processes[place]);
        let scripts = heard.into_iter().flat_map(|heard| &heard.scripts);
        Setting {
            mode,
            earlier: scripts.cloned().collect(),
        }
    }

    /// Where the process is that answered, if it is known and had been given anything before.
    fn place(&self, outcome: &Outcome) -> Option<usize> {
        let is_it = |heard: &Heard| heard.process == outcome.process && outcome.served > 0;
        self.processes.iter().position(is_it)
    }

    fn take(&mut self, outcome: &Outcome) -> Option<Heard> {
        let place = self.place(outcome)?;
        self.processes.remove(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(process: u64, served: u64) -> Outcome {
        Outcome {
            checks: Vec::new(),
            afterwards: None,
            tail: String::new(),
            progress: String::new(),
            route: Route::Warm,
            process,
            served,
            started: served == 0,
            took: std::time::Duration::ZERO,
            withheld: Vec::new(),
            asked: 0,
        }
    }

    fn earlier(transcript: &Transcript, outcome: &Outcome) -> Vec<String> {
        let setting = transcript.setting(Mode::Incremental, outcome);
        let texts = setting.earlier.iter();
        texts
            .map(|text| String::from_utf8(text.to_vec()).unwrap())
            .collect()
    }

    #[test]
    fn each_process_has_its_own_past() {
        let mut transcript = Transcript::default();
        for (process, served, script) in [(1, 0, "a"), (2, 0, "b"), (1, 1, "c")] {
            transcript.note(
                Mode::Incremental,
                script.as_bytes(),
                &answered(process, served),
            );
        }
        assert_eq!(earlier(&transcript, &answered(1, 2)), ["a", "c"]);
        assert_eq!(earlier(&transcript, &answered(2, 1)), ["b"]);
        assert!(earlier(&transcript, &answered(3, 0)).is_empty());
    }

    #[test]
    fn what_has_a_process_of_its_own_has_no_past() {
        let mut transcript = Transcript::default();
        transcript.note(Mode::Incremental, b"a", &answered(1, 0));
        let apart = Outcome {
            route: Route::Apart(solve::Residue::ClearsTooMuch),
            ..answered(2, 0)
        };
        transcript.note(Mode::Incremental, b"b", &apart);
        assert!(transcript.setting(Mode::Incremental, &apart).is_plain());
        assert_eq!(transcript.processes.len(), 1);
        transcript.note(Mode::Fresh, b"c", &answered(3, 0));
        assert_eq!(transcript.processes.len(), 1);
    }

    #[test]
    fn only_so_much_is_remembered() {
        let mut transcript = Transcript::default();
        for served in 0..150 {
            let script = served.to_string();
            transcript.note(Mode::Reset, script.as_bytes(), &answered(1, served));
        }
        let left = earlier(&transcript, &answered(1, 150));
        assert_eq!((left.len(), &*left[0], &*left[99]), (100, "50", "149"));
        let large = vec![b' '; 100 * 1024];
        for served in 150..155 {
            transcript.note(Mode::Reset, &large, &answered(1, served));
        }
        assert_eq!(earlier(&transcript, &answered(1, 155)).len(), 2);
        for process in 2..100 {
            transcript.note(Mode::Reset, b"a", &answered(process, 0));
        }
        assert_eq!(transcript.processes.len(), PROCESSES);
        assert!(earlier(&transcript, &answered(1, 155)).is_empty());
    }
}
