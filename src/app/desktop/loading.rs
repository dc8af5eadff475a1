//! The loading threads: workers that open requested files, and a notifier that wakes the window.
//!
//! Workers take one request after the other and leave what they have read in a list, which the window
//! empties when it likes. One more thread, the notifier, calls the window when there is something in
//! that list, and now and then when a file has got further.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::app::desktop::open_request::{Sink, open_request};
use crate::app::desktop::preloading::ReadAhead;
use crate::app::{Arrival, Effect, Request, RequestId, Step};
use crate::files::OpenOptions;
use crate::loader::Progress;
use crate::store::Store;

/// How many requests are worked on at the same time: a small one does not wait for a large one.
const WORKERS: usize = 2;

/// How long the notifier waits between two reports of how far a file has got.
const BEAT: Duration = Duration::from_millis(33);

/// The threads that open files. Dropped, it cancels whatever is under way.
pub struct Loading(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<RequestQueue>,
    /// Told to the workers: there is a request, or the end.
    asked: Condvar,
    ahead: ReadAhead,
    /// Told to the notifier: something arrived or has begun, or the end.
    news: Condvar,
}

/// All that the threads share, behind one lock that nobody holds for long.
#[derive(Default)]
struct RequestQueue {
    waiting: VecDeque<Request>,
    running: Vec<Arc<Job>>,
    /// Files that nobody has asked for yet, and how they are read.
    ahead: VecDeque<(PathBuf, OpenOptions)>,
    /// How far those are that are read now.
    running_ahead: Vec<(PathBuf, Arc<Progress>)>,
    arrivals: Vec<Arrival>,
    /// Whether something arrived that the window has not heard of yet.
    is_changed: bool,
    is_closed: bool,
}

/// A request that is being worked on.
struct Job {
    id: RequestId,
    progress: Progress,
    /// The file that is being opened, which one it is, and of how many; `None` while none is.
    file: Mutex<Option<(PathBuf, usize, usize)>>,
}

impl Loading {
    /// Starts the threads, which wait for requests. `wake` is called on one of them when
    /// [`Self::poll`] has something new: at once for files, and some thirty times a second for how far
    /// they have got. What is remembered of skeletons is read from the store.
    pub fn start(store: &Store, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        for _ in 0..WORKERS {
            let (shared, store) = (shared.clone(), store.clone());
            thread::spawn(move || work(&shared, &store));
        }
        let notifier = shared.clone();
        thread::spawn(move || notify(&notifier, &wake));
        Self(shared)
    }

    /// Asks for files to be opened, after those that were asked for before.
    pub fn ask(&self, request: Request) {
        self.0.queue().waiting.push_back(request);
        self.0.asked.notify_one();
    }

    /// Reads these files before anybody asks for them, while there is nothing else to do. What else was to be read
    /// ahead is given up.
    pub fn load_ahead(&self, files: Vec<PathBuf>, reading: OpenOptions) {
        let mut queue = self.0.queue();
        for (path, progress) in &queue.running_ahead {
            if !files.contains(path) {
                progress.cancel();
            }
        }
        queue.ahead = files.iter().map(|file| (file.clone(), reading.clone())).collect();
        drop(queue);
        self.0.ahead.keep(&files);
        self.0.asked.notify_all();
    }

    /// Carries out those effects that are about opening files, and returns the others.
    pub fn serve(&self, effects: Vec<Effect>) -> Vec<Effect> {
        let mut others = Vec::new();
        for effect in effects {
            match effect {
                Effect::Load(request) => self.ask(request),
                Effect::CancelLoading(id) => self.cancel(id),
                other => others.push(other),
            }
        }
        others
    }

    /// Gives up a request: nothing more comes of it but its [`Arrival::End`], which comes as soon as
    /// its worker has stopped.
    pub fn cancel(&self, id: RequestId) {
        let mut queue = self.0.queue();
        let is_waiting = queue.waiting.iter().any(|request| request.id == id);
        queue.waiting.retain(|request| request.id != id);
        // Takes are large: they are freed when the lock is.
        let unwanted: Vec<Arrival> = queue.arrivals.extract_if(.., |a| a.request() == id).collect();
        for job in queue.running.iter().filter(|job| job.id == id) {
            job.progress.cancel();
        }
        if is_waiting {
            let cancelled = true;
            queue.arrivals.push(Arrival::End { id, cancelled });
            queue.is_changed = true;
        }
        drop(queue);
        self.0.news.notify_one();
        drop(unwanted);
    }

    /// What has arrived since this was asked last, in order, and then how far each request has got
    /// that is being worked on.
    pub fn poll(&self) -> Vec<Arrival> {
        let mut queue = self.0.queue();
        let mut arrivals = std::mem::take(&mut queue.arrivals);
        queue.is_changed = false;
        let wanted = queue.running.iter().filter(|job| !job.progress.is_cancelled());
        arrivals.extend(wanted.filter_map(|job| job.step()).map(Arrival::Step));
        arrivals
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.ahead.clear();
        for job in &queue.running {
            job.progress.cancel();
        }
        for (_, progress) in &queue.running_ahead {
            progress.cancel();
        }
        let unwanted = std::mem::take(&mut queue.arrivals);
        drop(queue);
        self.0.asked.notify_all();
        self.0.news.notify_all();
        drop(unwanted);
    }
}

impl Job {
    fn step(&self) -> Option<Step> {
        let (path, number, of) = lock(&self.file).clone()?;
        Some(Step {
            id: self.id,
            path,
            number,
            of,
            done: self.progress.done(),
            all: self.progress.all(),
        })
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, RequestQueue> {
        lock(&self.queue)
    }

    /// What is to be done next, once there is something; `None` at the end.
    fn next(&self) -> Option<Work> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(request) = queue.waiting.pop_front() {
                let job = Arc::new(Job {
                    id: request.id,
                    progress: Progress::default(),
                    file: Mutex::default(),
                });
                queue.running.push(job.clone());
                self.news.notify_one();
                return Some(Work::Asked(request, job));
            }
            // One worker is always there for what is asked for.
            if queue.running_ahead.is_empty()
                && let Some((path, reading)) = queue.ahead.pop_front()
            {
                let progress = Arc::new(Progress::default());
                queue.running_ahead.push((path.clone(), progress.clone()));
                return Some(Work::Ahead(path, reading, progress));
            }
            queue = self.asked.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Leaves something for the window, if it still waits for it.
    fn leave(&self, job: &Job, arrival: Arrival) {
        let mut queue = self.queue();
        if job.progress.is_cancelled() {
            drop(queue);
            return;
        }
        queue.arrivals.push(arrival);
        queue.is_changed = true;
        self.news.notify_one();
    }

    fn end(&self, job: &Arc<Job>) {
        let mut queue = self.queue();
        queue.running.retain(|running| !Arc::ptr_eq(running, job));
        queue.arrivals.push(Arrival::End { id: job.id, cancelled: job.progress.is_cancelled() });
        queue.is_changed = true;
        self.news.notify_one();
    }
}

/// What a worker does.
enum Work {
    Asked(Request, Arc<Job>),
    Ahead(PathBuf, OpenOptions, Arc<Progress>),
}

fn work(shared: &Shared, store: &Store) {
    while let Some(work) = shared.next() {
        let (request, job) = match work {
            Work::Asked(request, job) => (request, job),
            Work::Ahead(path, reading, progress) => {
                let saved_columns = store.saved_columns();
                shared.ahead.read(&path, &reading, saved_columns.as_deref(), &progress);
                shared.queue().running_ahead.clear();
                continue;
            }
        };
        let sink = Sink {
            leave: &|arrival| shared.leave(&job, arrival),
            begin: &|path, number, of| {
                *lock(&job.file) = Some((path.to_path_buf(), number, of));
            },
        };
        open_request(&request, store, Some(&shared.ahead), &job.progress, &sink);
        shared.end(&job);
    }
}

fn notify(shared: &Shared, wake: &dyn Fn()) {
    let mut queue = shared.queue();
    let mut reported = 0;
    while !queue.is_closed {
        if std::mem::take(&mut queue.is_changed) {
            drop(queue);
            wake();
            queue = shared.queue();
            continue;
        }
        if queue.running.is_empty() {
            queue = shared.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let waited = shared.news.wait_timeout(queue, BEAT);
        let (woken, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        queue = woken;
        let done: u64 = queue.running.iter().map(|job| job.progress.done()).sum();
        if timeout.timed_out() && done != reported {
            reported = done;
            drop(queue);
            wake();
            queue = shared.queue();
        }
    }
}

/// What is behind a lock is whole after every line, whatever thread has failed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
