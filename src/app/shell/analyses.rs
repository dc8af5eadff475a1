//! The analysis worker, which looks through whole takes beside the window, for checks and comparisons.
//!
//! The window says what it lacks, the most wanted first ([`Analyses::want`]), and says so again whenever
//! that changes. What it lacks no longer is not begun, or given up; what it has got it lacks no longer. So
//! there is nothing to cancel by hand, and nothing is computed twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::app::{Analysed, Analysis, AnalysisKey};
use crate::threads::{Worker, is_cancelled};

/// The worker. Dropped, it gives up what it is at.
pub struct Analyses {
    shared: Arc<Shared>,
    worker: Worker,
    wanted: Vec<AnalysisKey>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Analysis>,
    running: Option<(AnalysisKey, Arc<AtomicBool>)>,
    done: Vec<Analysed>,
}

impl Analyses {
    /// Starts the worker. It calls `wake` when there is something for [`Self::poll`].
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let worker = Worker::start("analyses", move || own.work(&wake));
        Self { shared, worker, wanted: Vec::new() }
    }

    /// Says what is wanted from now on, the most wanted first, and nothing else; `analysis` makes what a
    /// key asks for.
    pub fn want(
        &mut self,
        keys: Vec<AnalysisKey>,
        analysis: impl FnMut(&AnalysisKey) -> Option<Analysis>,
    ) {
        if keys == self.wanted {
            return;
        }
        let mut queue = self.shared.queue();
        // What was given up brings no answer, also where it is wanted again before it has stopped.
        let running = queue.running.as_ref();
        let running = running.filter(|(_, cancel)| !cancel.load(Ordering::Relaxed));
        let (runs, others): (Vec<_>, Vec<_>) =
            keys.iter().partition(|key| running.is_some_and(|(running, _)| running == *key));
        if let (Some((_, cancel)), true) = (running, runs.is_empty()) {
            cancel.store(true, Ordering::Relaxed);
        }
        queue.waiting = others.into_iter().filter_map(analysis).collect();
        drop(queue);
        self.wanted = keys;
        self.worker.wake();
    }

    /// What was found out since this was asked last.
    pub fn poll(&self) -> Vec<Analysed> {
        std::mem::take(&mut self.shared.queue().done)
    }
}

impl Drop for Analyses {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.waiting.clear();
        if let Some((_, cancel)) = &queue.running {
            cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    /// What is behind the lock is whole after every line, whatever thread has failed.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the next analysis. Whether there was one.
    fn work(&self, wake: &dyn Fn()) -> bool {
        let Some((analysis, cancel)) = self.next() else { return false };
        let done = analysis.run(&|| is_cancelled(&cancel));
        // A take may be the last one of its kind: it is freed outside of the lock.
        drop(analysis);
        let mut queue = self.queue();
        queue.running = None;
        if !cancel.load(Ordering::Relaxed) {
            queue.done.push(done);
            drop(queue);
            wake();
        }
        true
    }

    fn next(&self) -> Option<(Analysis, Arc<AtomicBool>)> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() {
            return None;
        }
        let analysis = queue.waiting.remove(0);
        let cancel = Arc::new(AtomicBool::new(false));
        queue.running = Some((analysis.key.clone(), cancel.clone()));
        Some((analysis, cancel))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::app::{Answer, ReadTake, Subject, TakeId};
    use crate::files::builtin;
    use crate::review::checks::{EditedContacts, Limits};
    use crate::scene::{Placement, Stage};

    fn checks() -> Analysis {
        let take = Arc::new(builtin());
        Analysis {
            key: AnalysisKey::Checks(
                ReadTake { id: TakeId::new(), reading: 0, placement: Placement::default() },
                EditedContacts::new(),
            ),
            of: Subject::Checks { stage: Stage::new(&take), limits: Limits::default(), take },
        }
    }

    #[test]
    fn what_is_wanted_comes_once_and_what_is_wanted_no_longer_does_not() {
        let (send, woken) = channel();
        let mut analyses = Analyses::start(move || {
            let _ = send.send(());
        });
        let (mut first, mut second) = (Some(checks()), Some(checks()));
        let keys = [&first, &second].map(|of| of.as_ref().unwrap().key.clone());
        let wait = || woken.recv_timeout(Duration::from_secs(60)).unwrap();
        analyses.want(vec![keys[0].clone()], |_| first.take());
        wait();
        let done = analyses.poll();
        assert_eq!(done[0].key, keys[0]);
        assert!(matches!(&done[0].answer, Ok(Answer::Checked(_))));
        // Said again, it is what was said.
        analyses.want(vec![keys[0].clone()], |_| panic!("it was asked for already"));
        analyses.want(vec![keys[1].clone()], |_| second.take());
        wait();
        assert_eq!(analyses.poll()[0].key, keys[1]);
        analyses.want(Vec::new(), |_| None);
        assert!(woken.recv_timeout(Duration::from_millis(20)).is_err());
    }

    #[test]
    fn what_is_given_up_and_wanted_again_at_once_comes() {
        let (send, woken) = channel();
        let mut analyses = Analyses::start(move || {
            let _ = send.send(());
        });
        let key = checks().key;
        let of_key = |key: &AnalysisKey| Some(Analysis { key: key.clone(), ..checks() });
        // Whatever the thread is at in each of these moments.
        for _ in 0..200 {
            analyses.want(vec![key.clone()], of_key);
            std::thread::yield_now();
            analyses.want(Vec::new(), of_key);
            analyses.want(vec![key.clone()], of_key);
            assert!(woken.recv_timeout(Duration::from_secs(60)).is_ok(), "it never comes");
            assert!(analyses.poll().iter().all(|done| done.key == key));
            analyses.want(Vec::new(), of_key);
            while woken.try_recv().is_ok() {}
        }
    }
}
