//! What ends the program on Windows: Ctrl+C in the console that it runs in, or the end of that.

use super::part::remove_unfinished;

/// What programs end with that Ctrl+C ends: `STATUS_CONTROL_C_EXIT`.
const INTERRUPTED: i32 = 0xC000_013A_u32 as i32;

/// Calls `on_end` on a thread of its own when the program is asked to end, which it is to do with [`end_by`].
pub fn on_signal(on_end: impl Fn(i32) + Send + 'static) {
    // Where it cannot be listened to, the system ends the program as it always did.
    let _ = ctrlc::set_handler(move || on_end(INTERRUPTED));
}

/// Ends the program as Ctrl+C does where nobody listens to it, with no file left half written.
pub fn end_by(signal: i32) -> ! {
    remove_unfinished();
    std::process::exit(signal)
}
