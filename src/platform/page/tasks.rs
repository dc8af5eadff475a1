//! Tasks: work beside the window, each on a stack of its own, which the browser leaves when the work gives way and comes back
//! to when the page has had its turn (JavaScript Promise Integration). A browser without that does each at once.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::browser;
use crate::threads::{Browser, set_browser};

/// How long a task works until the page has its turn, in milliseconds: a third of a picture at 60 a second.
const SLICE: f64 = 6.0;

/// A stack for each task, in bytes; threads have 2 MiB elsewhere, and more on them.
const STACK: usize = 4 << 20;

// SAFETY: `page.js` has both, by these names and with these numbers.
#[link(wasm_import_module = "rushes")]
unsafe extern "C" {
    /// Leaves the task for so many milliseconds at least.
    fn leave(milliseconds: f64);
    /// Leaves the task until a part of a file is read. Returns how many bytes, or −1 where it cannot be read.
    fn read_file(id: u32, from: f64, to: *mut u8, count: u32) -> i32;
}

type Work = Box<dyn FnOnce() + Send>;

static WAITING: Mutex<VecDeque<Work>> = Mutex::new(VecDeque::new());
/// Whether a task is at work now, and not the page itself.
static IS_IN_TASK: AtomicBool = AtomicBool::new(false);
static CAN_LEAVE: AtomicBool = AtomicBool::new(false);
/// When the task that is at work has come to its turn: the bits of the browser's milliseconds.
static SINCE: AtomicU64 = AtomicU64::new(0);

/// Says whether the browser can leave a task, and lets work begin.
pub fn start(can_leave: bool) {
    CAN_LEAVE.store(can_leave, Relaxed);
    set_browser(Browser { begin, give_way, sleep });
}

fn begin(work: Work) {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner).push_back(work);
    browser::begin_task();
}

fn enter() {
    IS_IN_TASK.store(true, Relaxed);
    SINCE.store(browser::milliseconds().to_bits(), Relaxed);
}

fn give_way() {
    if IS_IN_TASK.load(Relaxed) && CAN_LEAVE.load(Relaxed) {
        let since = f64::from_bits(SINCE.load(Relaxed));
        if browser::milliseconds() - since > SLICE {
            sleep(0.0);
        }
    }
}

/// Whether somebody may wait here.
fn can_wait() -> bool {
    IS_IN_TASK.load(Relaxed) && CAN_LEAVE.load(Relaxed)
}

fn sleep(milliseconds: f64) -> bool {
    let can = can_wait();
    if can {
        IS_IN_TASK.store(false, Relaxed);
        // SAFETY: it takes no address.
        unsafe { leave(milliseconds) };
        enter();
    }
    can
}

/// Reads from byte `from` of a file of the browser on. `None` where it cannot be read, or nobody may wait for it here.
pub(super) fn read(id: u32, from: u64, bytes: &mut [u8]) -> Option<usize> {
    if !can_wait() {
        return None;
    }
    IS_IN_TASK.store(false, Relaxed);
    let count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    // SAFETY: the browser writes so many bytes at most to where there is room for them, which nobody else has meanwhile.
    let read = unsafe { read_file(id, from as f64, bytes.as_mut_ptr(), count) };
    enter();
    usize::try_from(read).ok()
}

/// Does the work that waits longest: the browser calls it once for each that was begun, on a stack of its own.
#[unsafe(no_mangle)]
extern "C" fn run_task() {
    let work = WAITING.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    enter();
    if let Some(work) = work {
        // What it was at is not done, and whoever waits for it would do so for ever.
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            browser::failed("");
        }
    }
    IS_IN_TASK.store(false, Relaxed);
}

/// Makes a stack for a task; returns its upper end.
#[unsafe(no_mangle)]
extern "C" fn make_stack() -> *mut u8 {
    let words = vec![0u128; STACK / size_of::<u128>()];
    Box::leak(words.into_boxed_slice()).as_mut_ptr_range().end.cast()
}
