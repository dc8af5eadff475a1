//! The folder worker, which reads the folders that are open as a list beside the window.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::app::{FolderJob, FolderNews, read_folders};
use crate::threads::{Worker, give_way};

/// The worker. Dropped, it gives up what it is at.
pub struct FolderReader {
    shared: Arc<Shared>,
    worker: Worker,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Counts what was asked for: what was asked for before is given up.
    latest: AtomicU64,
}

#[derive(Default)]
struct Queue {
    job: Option<FolderJob>,
    news: Vec<FolderNews>,
}

impl FolderReader {
    /// Starts the worker. It calls `wake` when there is something for [`Self::poll`].
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let worker = Worker::start("folder", move || own.work(&wake));
        Self { shared, worker }
    }

    /// Reads these folders, and gives up those that were asked for before.
    pub fn read(&self, job: FolderJob) {
        let mut queue = self.shared.queue();
        self.shared.latest.fetch_add(1, Ordering::Relaxed);
        queue.news.clear();
        queue.job = Some(job).filter(|job| !job.roots.is_empty() || job.like.is_some());
        drop(queue);
        self.worker.wake();
    }

    /// What has become known since this was asked last.
    pub fn poll(&self) -> Vec<FolderNews> {
        std::mem::take(&mut self.shared.queue().news)
    }
}

impl Drop for FolderReader {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.job = None;
        self.shared.latest.fetch_add(1, Ordering::Relaxed);
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what was asked for. Whether there was anything.
    fn work(&self, wake: &dyn Fn()) -> bool {
        let mut queue = self.queue();
        let Some(job) = queue.job.take() else { return false };
        let number = self.latest.load(Ordering::Relaxed);
        drop(queue);
        let is_latest = || {
            give_way();
            self.latest.load(Ordering::Relaxed) == number
        };
        read_folders(&job, &is_latest, &mut |news| {
            let mut queue = self.queue();
            if self.latest.load(Ordering::Relaxed) == number {
                queue.news.push(news);
                drop(queue);
                wake();
            }
        });
        true
    }
}
