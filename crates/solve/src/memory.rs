//! How much memory a process and its children hold right now.
//!
//! Resident memory is watched instead of limiting address space: sanitizer builds and the JVM
//! reserve terabytes they never touch, and a process stopped by us has plainly run out of memory,
//! while one whose allocation failed may do anything.

use std::fs;

use crate::process::family;

/// Bytes of resident memory of `process` and all its descendants; 0 if it is gone, or where the
/// system does not tell.
pub(crate) fn resident(process: u32) -> u64 {
    let page = rustix::param::page_size() as u64;
    let pages = family::with_descendants(process)
        .into_iter()
        .filter_map(resident_pages);
    pages.sum::<u64>() * page
}

fn resident_pages(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    text.split(' ').nth(1)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn we_hold_some_memory_ourselves_and_the_dead_hold_none() {
        assert!(resident(std::process::id()) > 100_000);
        assert_eq!(resident(u32::MAX - 1), 0);
    }
}
