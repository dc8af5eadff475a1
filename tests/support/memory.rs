//! How much memory a piece of work takes: a test program that counts makes [`Counting`] its
//! allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which keeps count of each thread's bytes.
pub struct Counting;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn take(size: usize) {
    COUNT.set(COUNT.get() + 1);
    let live = LIVE.get().wrapping_add(size);
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

fn give(size: usize) {
    // What another thread allocated may be freed on this one.
    LIVE.set(LIVE.get().saturating_sub(size));
}

// SAFETY: all memory is the system's, as it gives it; the counts beside it are numbers that take none of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller asks for some bytes at least, as the system wants it.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller asks for some bytes at least here too.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: the block came from the system above, with the layout that the caller says.
        unsafe { System.dealloc(block, layout) }
    }

    /// The old block and the new one count together: the system may have to copy.
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        give(layout.size());
        // SAFETY: the block came from the system with this layout, and the new size is one that the caller may ask for.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Does the work and tells the most bytes that were allocated at once beyond those before it.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    let block = std::hint::black_box(Box::new(0u64));
    assert!(LIVE.get() > before, "this test program does not count");
    drop(block);
    PEAK.set(before);
    let result = work();
    (result, PEAK.get() - before)
}

/// Does the work and tells how often memory was asked for.
pub fn allocations_in<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.get();
    drop(std::hint::black_box(Box::new(0u64)));
    assert!(COUNT.get() > before, "this test program does not count");
    COUNT.set(0);
    let result = work();
    (result, COUNT.get())
}
