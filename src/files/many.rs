//! How a program goes through many files: on all cores, with results in the order of the files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::threads::cores;

/// Whether so many files keep all cores busy, so that each is best read by one thread alone.
pub fn are_many(files: usize) -> bool {
    files > cores()
}

/// Does a work with each of so many files, several at a time, each thread with a state of its own; `done` gets what
/// came of each, in their order, and may end it.
///
/// # Errors
/// What `done` ends it with.
pub fn each_file<S, T: Send, E>(
    files: usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut done: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = cores().min(files);
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let run = |send: mpsc::Sender<_>| {
        let mut state = begin();
        while !is_over.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= files || send.send((place, work(&mut state, place))).is_err() {
                break;
            }
        }
    };
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        let mut started = 0;
        while started < threads {
            let send = send.clone();
            let thread = thread::Builder::new().name(crate::loader::THREAD.into());
            if thread.spawn_scoped(scope, || run(send)).is_err() {
                // The system has no more of them: those that there are do all of it.
                break;
            }
            started += 1;
        }
        if started == 0 {
            run(send)
        } else {
            drop(send)
        }
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (place, result) in results {
            early.insert(place, result);
            while let Some(result) = early.remove(&due) {
                done(due, result).inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_whoever_gets_them_may_end_it() {
        let mut found = Vec::new();
        let done = |place, result: usize| {
            found.push((place, result));
            if place == 20 { Err("enough") } else { Ok(()) }
        };
        let work = |seen: &mut usize, place: usize| {
            *seen += 1;
            place * 2
        };
        assert_eq!(each_file(1000, || 0, work, done), Err("enough"));
        assert_eq!(found, (0..=20).map(|place| (place, 2 * place)).collect::<Vec<_>>());
    }
}
