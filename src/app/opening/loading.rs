//! The loading workers, which open requested files beside the window.
//!
//! They take one request after the other and leave what they have read in a list, which the window empties when it
//! likes. They call the window when there is something in that list; one more of them does now and then, when a file has
//! got further.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::app::opening::open_request::{Sink, open_request};
use crate::app::opening::read_ahead::ReadAhead;
use crate::app::{Arrival, Effect, Request, RequestId, Step};
use crate::files::OpenOptions;
use crate::loader::Progress;
use crate::store::Store;
use crate::threads::{Worker, sleep};

/// How many requests are worked on at the same time: a small one does not wait for a large one.
const WORKERS: usize = 2;

/// How long it takes from one report of how far files have got to the next.
const BEAT: Duration = Duration::from_millis(33);

/// What opens files. Dropped, it cancels whatever is under way.
pub struct Loading {
    shared: Arc<Shared>,
    workers: Vec<Worker>,
    /// Reports how far files have got.
    reporter: Worker,
}

type Wake = Box<dyn Fn() + Send + Sync>;

struct Shared {
    queue: Mutex<RequestQueue>,
    ahead: ReadAhead,
    /// Tells the window that there is news.
    wake: Wake,
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
    /// Whether the window has been told of something that it has not asked for yet.
    is_told: bool,
}

/// A request that is being worked on.
struct Job {
    id: RequestId,
    progress: Progress,
    /// The file that is being opened, which one it is, and of how many; `None` while none is.
    file: Mutex<Option<(PathBuf, usize, usize)>>,
}

impl Loading {
    /// Starts the workers, which wait for requests. `wake` is called beside the window when [`Self::poll`] has something
    /// new: at once for files, and some thirty times a second for how far they have got. What is remembered of skeletons
    /// is read from the store.
    pub fn start(store: &Store, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ahead: ReadAhead::default(),
            wake: Box::new(wake),
        });
        let worker = |_| {
            let (shared, store) = (shared.clone(), store.clone());
            Worker::start("loading", move || shared.work(&store))
        };
        let workers = (0..WORKERS).map(worker).collect();
        let (own, mut reported) = (shared.clone(), 0);
        let reporter = Worker::start("progress", move || own.report(&mut reported));
        Self { shared, workers, reporter }
    }

    /// Asks for files to be opened, after those that were asked for before.
    pub fn ask(&self, request: Request) {
        self.shared.queue().waiting.push_back(request);
        self.wake_workers();
    }

    fn wake_workers(&self) {
        self.workers.iter().for_each(Worker::wake);
        self.reporter.wake();
    }

    /// Reads these files before anybody asks for them, while there is nothing else to do. What else was to be read
    /// ahead is given up.
    pub fn load_ahead(&self, files: Vec<PathBuf>, reading: OpenOptions) {
        let mut queue = self.shared.queue();
        for (path, progress) in &queue.running_ahead {
            if !files.contains(path) {
                progress.cancel();
            }
        }
        queue.ahead = files.iter().map(|file| (file.clone(), reading.clone())).collect();
        drop(queue);
        self.shared.ahead.keep(&files);
        self.wake_workers();
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
        let mut queue = self.shared.queue();
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
            drop(queue);
            self.shared.tell();
        } else {
            drop(queue);
        }
        drop(unwanted);
    }

    /// What has arrived since this was asked last, in order, and then how far each request has got
    /// that is being worked on.
    pub fn poll(&self) -> Vec<Arrival> {
        let mut queue = self.shared.queue();
        let mut arrivals = std::mem::take(&mut queue.arrivals);
        queue.is_told = false;
        let wanted = queue.running.iter().filter(|job| !job.progress.is_cancelled());
        arrivals.extend(wanted.filter_map(|job| job.step()).map(Arrival::Step));
        arrivals
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
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

    /// Tells the window that there is news, unless it knows.
    fn tell(&self) {
        if !std::mem::replace(&mut self.queue().is_told, true) {
            (self.wake)();
        }
    }

    /// What is to be done next, if there is anything.
    fn next(&self) -> Option<Work> {
        let mut queue = self.queue();
        if let Some(request) = queue.waiting.pop_front() {
            let progress = Progress::default();
            let job = Arc::new(Job { id: request.id, progress, file: Mutex::default() });
            queue.running.push(job.clone());
            return Some(Work::Asked(request, job));
        }
        // One worker is always there for what is asked for.
        if !queue.running_ahead.is_empty() {
            return None;
        }
        let (path, reading) = queue.ahead.pop_front()?;
        let progress = Arc::new(Progress::default());
        queue.running_ahead.push((path.clone(), progress.clone()));
        Some(Work::Ahead(path, reading, progress))
    }

    /// Does what is to be done next. Whether there was anything.
    fn work(&self, store: &Store) -> bool {
        let (request, job) = match self.next() {
            Some(Work::Asked(request, job)) => (request, job),
            Some(Work::Ahead(path, reading, progress)) => {
                let saved_columns = store.saved_columns();
                self.ahead.read(&path, &reading, saved_columns.as_deref(), &progress);
                self.queue().running_ahead.clear();
                return true;
            }
            None => return false,
        };
        let sink = Sink {
            leave: &|arrival| self.leave(&job, arrival),
            begin: &|path, number, of| {
                *lock(&job.file) = Some((path.to_path_buf(), number, of));
            },
        };
        open_request(&request, store, Some(&self.ahead), &job.progress, &sink);
        self.end(&job);
        true
    }

    /// Waits, and reports if files have got further meanwhile. Whether there is more to report.
    fn report(&self, reported: &mut u64) -> bool {
        if self.queue().is_idle() || !sleep(BEAT) {
            return false;
        }
        let done = self.queue().running.iter().map(|job| job.progress.done()).sum();
        if std::mem::replace(reported, done) != done {
            self.tell();
        }
        true
    }

    /// Leaves something for the window, if it still waits for it.
    fn leave(&self, job: &Job, arrival: Arrival) {
        let mut queue = self.queue();
        if job.progress.is_cancelled() {
            return;
        }
        queue.arrivals.push(arrival);
        drop(queue);
        self.tell();
    }

    fn end(&self, job: &Arc<Job>) {
        let mut queue = self.queue();
        queue.running.retain(|running| !Arc::ptr_eq(running, job));
        queue.arrivals.push(Arrival::End { id: job.id, cancelled: job.progress.is_cancelled() });
        drop(queue);
        self.tell();
    }
}

impl RequestQueue {
    /// Whether nothing is asked for that is not done.
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }
}

/// What a worker does.
enum Work {
    Asked(Request, Arc<Job>),
    Ahead(PathBuf, OpenOptions, Arc<Progress>),
}

/// What is behind a lock is whole after every line, whatever thread has failed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
