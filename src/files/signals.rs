//! The signals that end the program, and those that it ends others with.

use std::thread;

use super::part::remove_unfinished;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Calls `on_end` on a thread of its own with the first signal that asks the program to end, which it is
/// to do with [`end_by`]. A second one ends it at once. Signals that the program was started to pass
/// over, as `nohup` does, are passed over.
pub fn on_signal(on_end: impl FnOnce(i32) + Send + 'static) {
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
    // Where the system has none left for us, it ends the program as it always did.
    let Ok(mut signals) = Signals::new(wanted.filter(|&signal| !is_ignored(signal))) else {
        return;
    };
    thread::spawn(move || {
        let mut signals = signals.forever();
        if let Some(first) = signals.next() {
            on_end(first);
        }
        if let Some(next) = signals.next() {
            end_by(next);
        }
    });
}

/// Ends the program as a signal does where nobody listens to it, with no file left half written.
pub fn end_by(signal: i32) -> ! {
    remove_unfinished();
    let _ = emulate_default_handler(signal);
    std::process::exit(128 + signal)
}

/// Ends a program that has a group of its own, with all that it has started there.
pub(super) fn end_group(program: u32) {
    if let Ok(group) = libc::pid_t::try_from(program) {
        // SAFETY: it takes numbers.
        unsafe { libc::killpg(group, libc::SIGKILL) };
    }
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: without a new action, the old one is written into memory that is large enough, and an
    // action of zeros is one.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}
