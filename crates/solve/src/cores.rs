//! Which processor cores a thread may use, with all that it starts.
//!
//! Rates are comparable only if those who are compared do not take each other's time. Where cores
//! cannot be chosen there are none to choose from, and everything runs where the system puts it.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this thread may use; none where that cannot be told.
#[cfg(target_os = "linux")]
pub fn cores() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else {
        return Vec::new();
    };
    let all = 0..CpuSet::MAX_CPU;
    all.filter(|&core| set.is_set(core)).collect()
}

/// Keeps this thread, and all threads and processes it starts from now on, on these cores; false if
/// it may not, or there are none.
#[cfg(target_os = "linux")]
pub fn keep_on(cores: &[usize]) -> bool {
    let mut set = CpuSet::new();
    let possible = cores.iter().filter(|&&core| core < CpuSet::MAX_CPU);
    possible.for_each(|&core| set.set(core));
    set.count() > 0 && sched_setaffinity(None, &set).is_ok()
}

/// The cores that this thread may use: that cannot be told here.
#[cfg(not(target_os = "linux"))]
pub fn cores() -> Vec<usize> {
    Vec::new()
}

/// Keeps this thread on some cores: it cannot be done here.
#[cfg(not(target_os = "linux"))]
pub fn keep_on(_: &[usize]) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_a_thread_starts_stays_where_it_is() {
        let all = cores();
        let last = *all.last().unwrap();
        let inherited = std::thread::spawn(move || {
            assert!(keep_on(&[last]));
            std::thread::spawn(cores).join().unwrap()
        });
        assert_eq!(inherited.join().unwrap(), [last]);
        assert_eq!(cores(), all);
        assert!(!keep_on(&[]));
    }
}
