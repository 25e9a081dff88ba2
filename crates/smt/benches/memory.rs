//! How much memory a script takes, as a multiple of its text: at its peak while it is read, and
//! once it has been; and that mutants take none.
#![allow(unsafe_code)] // An allocator that counts cannot be written without.

mod seed;
mod text;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks grow and shrink in place or by remapping: never twice in memory.
        let now = NOW.fetch_add(size, Relaxed) + size - layout.size();
        NOW.fetch_sub(layout.size(), Relaxed);
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let text = text::large_script();
    let length = text.len();
    // The theories are read once for all scripts: not a part of any of them.
    let _ = smt::Script::parse(*b"").map(|script| script.commands.len());
    let before = NOW.load(Relaxed) - length;
    PEAK.store(NOW.load(Relaxed), Relaxed);
    let script = smt::Script::parse(text).expect("the corpora's scripts are balanced");
    let ratio = |bytes: usize| (bytes - before) as f64 / length as f64;
    println!(
        "peak while reading: {:.2} times the text",
        ratio(PEAK.load(Relaxed))
    );
    println!(
        "afterwards:         {:.2} times the text",
        ratio(NOW.load(Relaxed))
    );
    println!("{} nodes, {} terms", script.tree.len(), script.terms.len());
    mutants();
}

fn mutants() {
    const COUNT: usize = 10_000_000;
    let seed = seed::FiftyLiterals::new();
    let (mut patch, mut out) = (smt::Patch::new(), Vec::new());
    seed.mutate(&mut patch, &mut out);
    let before = NOW.load(Relaxed);
    for _ in 0..COUNT {
        seed.mutate(&mut patch, &mut out);
    }
    let grown = NOW.load(Relaxed) - before;
    println!("{COUNT} mutants of one seed: {grown} bytes more than after the first");
}
