//! How tests wait for what threads and other programs do.

use std::time::{Duration, Instant};

/// How long anything that must happen may take; generous, since machines may be busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long passes between the first two looks, and between later ones at most.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(2)];

/// Looks for something until it is there, but no longer than this.
pub fn look_for<T>(time: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let until = Instant::now() + time;
    let [mut pause, longest] = PAUSES;
    loop {
        let found = look();
        if found.is_some() || Instant::now() > until {
            return found;
        }
        std::thread::sleep(pause);
        pause = longest.min(pause * 2);
    }
}

/// Waits until something is there, and gives it back.
#[track_caller]
pub fn wait_for<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    let Some(found) = look_for(PATIENCE, look) else {
        panic!("waited for {what}");
    };
    found
}

/// Waits until something holds.
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    wait_for(what, || holds().then_some(()));
}
