//! Files that are opened on threads of their own, so that the window answers meanwhile.
//!
//! Workers take one request after the other and leave what they have read in a list, which the window
//! empties when it likes. One more thread, the herald, calls the window when there is something in
//! that list, and now and then when a file has come further.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::files::{self, How, Opened, Preview, PreviewSink, Queue, caught};
use crate::loader::{LoadError, Progress};

/// How many requests are worked on at the same time: a small one does not wait for a large one.
const WORKERS: usize = 2;

/// How long the herald waits before it tells again how far a file has come.
const BEAT: Duration = Duration::from_millis(33);

/// Files to be opened together.
#[derive(Clone, Debug)]
pub struct Request {
    /// What its arrivals are called by; no two requests at a time have the same.
    pub id: u64,
    /// Files, and folders for the takes in them.
    pub paths: Vec<PathBuf>,
    /// How all of them are to be opened.
    pub how: How,
}

/// Something that has come of a request.
#[derive(Debug)]
pub enum Arrival {
    /// How far it has come, once for each time that is asked.
    Step(Step),
    /// The first frames of a file whose rest is still being read.
    Preview {
        /// The request.
        id: u64,
        /// Its place among the files of the request, as for [`Self::Take`].
        place: usize,
        /// The file.
        path: PathBuf,
        /// Its first frames.
        preview: Preview,
    },
    /// A file, opened or not. One that became the companion of another never comes.
    Take {
        /// The request.
        id: u64,
        /// Its place among the files of the request, folders counted as the takes in them. Most
        /// files come in this order; those that others could be read with come last.
        place: usize,
        /// The file.
        path: PathBuf,
        /// The take, or why there is none.
        result: Result<Opened, LoadError>,
    },
    /// Nothing more comes of the request.
    End {
        /// The request.
        id: u64,
        /// Whether it was cancelled, so that not all of it came.
        cancelled: bool,
    },
}

/// How far a request has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The request.
    pub id: u64,
    /// The file that is being opened.
    pub path: PathBuf,
    /// Which file this is, counted from 1.
    pub number: usize,
    /// How many files there are, as far as is known: a companion of another is none.
    pub of: usize,
    /// Bytes of this file, and of those that it is read with, that are done with.
    pub done: u64,
    /// How many bytes these have.
    pub all: u64,
}

impl Step {
    /// How much of the request is done, from 0 to 1, if all of its files are of one size.
    pub fn share(&self) -> f32 {
        let of_file = self.done as f32 / self.all.max(1) as f32;
        (self.number.saturating_sub(1) as f32 + of_file) / self.of.max(1) as f32
    }
}

/// The threads that open files. Dropped, it cancels whatever is under way.
pub struct Loading(Arc<Shared>);

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    /// Told to the workers: there is a request, or the end.
    asked: Condvar,
    /// Told to the herald: something arrived or has begun, or the end.
    news: Condvar,
}

/// All that the threads share, behind one lock that nobody holds for long.
#[derive(Default)]
struct Desk {
    waiting: VecDeque<Request>,
    running: Vec<Arc<Job>>,
    arrivals: Vec<Arrival>,
    /// Whether something arrived of which the window was not told.
    untold: bool,
    is_closed: bool,
}

/// A request that is being worked on.
struct Job {
    id: u64,
    progress: Progress,
    /// The file that is being opened, which one it is, and of how many.
    file: Mutex<(PathBuf, usize, usize)>,
}

impl Loading {
    /// Starts the threads, which wait for requests. `wake` is called on one of them when
    /// [`Self::poll`] has something new: at once for files, and some thirty times a second for how far
    /// they have come.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        for _ in 0..WORKERS {
            let shared = shared.clone();
            thread::spawn(move || work(&shared));
        }
        let herald = shared.clone();
        thread::spawn(move || tell(&herald, &wake));
        Self(shared)
    }

    /// Asks for files to be opened, after those that were asked for before.
    pub fn ask(&self, request: Request) {
        self.0.desk().waiting.push_back(request);
        self.0.asked.notify_one();
    }

    /// Gives up a request: nothing more comes of it but its [`Arrival::End`], which comes as soon as
    /// its worker has stopped.
    pub fn cancel(&self, id: u64) {
        let mut desk = self.0.desk();
        let is_waiting = desk.waiting.iter().any(|request| request.id == id);
        desk.waiting.retain(|request| request.id != id);
        // Takes are large: they are freed when the lock is.
        let unwanted: Vec<Arrival> = desk.arrivals.extract_if(.., |a| a.is_of(id)).collect();
        for job in desk.running.iter().filter(|job| job.id == id) {
            job.progress.cancel();
        }
        if is_waiting {
            let cancelled = true;
            desk.arrivals.push(Arrival::End { id, cancelled });
            desk.untold = true;
        }
        drop(desk);
        self.0.news.notify_one();
        drop(unwanted);
    }

    /// What has arrived since this was asked last, in order, and then how far each request has come
    /// that is being worked on.
    pub fn poll(&self) -> Vec<Arrival> {
        let mut desk = self.0.desk();
        let mut arrivals = std::mem::take(&mut desk.arrivals);
        desk.untold = false;
        let wanted = desk
            .running
            .iter()
            .filter(|job| !job.progress.is_cancelled());
        arrivals.extend(wanted.map(|job| Arrival::Step(job.step())));
        arrivals
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        let mut desk = self.0.desk();
        desk.is_closed = true;
        desk.waiting.clear();
        for job in &desk.running {
            job.progress.cancel();
        }
        let unwanted = std::mem::take(&mut desk.arrivals);
        drop(desk);
        self.0.asked.notify_all();
        self.0.news.notify_all();
        drop(unwanted);
    }
}

impl Arrival {
    fn is_of(&self, request: u64) -> bool {
        let (Self::Step(Step { id, .. })
        | Self::Preview { id, .. }
        | Self::Take { id, .. }
        | Self::End { id, .. }) = self;
        *id == request
    }
}

impl Job {
    fn step(&self) -> Step {
        let (path, number, of) = lock(&self.file).clone();
        Step {
            id: self.id,
            path,
            number,
            of,
            done: self.progress.done(),
            all: self.progress.all(),
        }
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        lock(&self.desk)
    }

    /// The next request, once there is one; `None` at the end.
    fn next(&self) -> Option<(Request, Arc<Job>)> {
        let mut desk = self.desk();
        loop {
            if desk.is_closed {
                return None;
            }
            if let Some(request) = desk.waiting.pop_front() {
                let first = request.paths.first().cloned().unwrap_or_default();
                let job = Arc::new(Job {
                    id: request.id,
                    progress: Progress::default(),
                    file: Mutex::new((first, 1, request.paths.len())),
                });
                desk.running.push(job.clone());
                self.news.notify_one();
                return Some((request, job));
            }
            desk = self
                .asked
                .wait(desk)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Leaves something for the window, if it still waits for it.
    fn leave(&self, job: &Job, arrival: Arrival) {
        let mut desk = self.desk();
        if job.progress.is_cancelled() {
            drop(desk);
            return;
        }
        desk.arrivals.push(arrival);
        desk.untold = true;
        self.news.notify_one();
    }

    fn end(&self, job: &Arc<Job>) {
        let mut desk = self.desk();
        desk.running.retain(|running| !Arc::ptr_eq(running, job));
        desk.arrivals.push(Arrival::End {
            id: job.id,
            cancelled: job.progress.is_cancelled(),
        });
        desk.untold = true;
        self.news.notify_one();
    }
}

/// A worker.
fn work(shared: &Shared) {
    while let Some((request, job)) = shared.next() {
        let first = request.paths.first().cloned().unwrap_or_default();
        let all = caught(&first, || {
            open_all(shared, &request, &job);
            Ok(())
        });
        if let Err(error) = all {
            let arrival = Arrival::Take {
                id: job.id,
                place: 0,
                path: first,
                result: Err(error),
            };
            shared.leave(&job, arrival);
        }
        shared.end(&job);
    }
}

fn open_all(shared: &Shared, request: &Request, job: &Job) {
    let (id, progress) = (job.id, &job.progress);
    let files = files::expand(&request.paths);
    let mut queue = Queue::new(&request.how, &files);
    let mut number = 0;
    while !progress.is_cancelled()
        && let Some(place) = queue.next()
    {
        number += 1;
        let path = &files[place];
        *lock(&job.file) = (path.clone(), number, number + queue.left());
        let ahead = Ahead {
            shared,
            job,
            place,
            path,
            asked: None,
        };
        let result = caught(path, || queue.open(place, progress, ahead));
        let arrival = Arrival::Take {
            id,
            place,
            path: path.clone(),
            result,
        };
        shared.leave(job, arrival);
    }
}

/// The window, which is shown a file ahead of its end.
struct Ahead<'a> {
    shared: &'a Shared,
    job: &'a Job,
    place: usize,
    path: &'a Path,
    /// When a preview was asked for last.
    asked: Option<Instant>,
}

impl PreviewSink for Ahead<'_> {
    /// Where a disk is slow, more of the file is wanted once it is worth it.
    fn wants(&mut self, there: usize, shown: usize) -> bool {
        const SLOW: Duration = Duration::from_millis(500);
        let is_due = |asked: Instant| asked.elapsed() > SLOW && there >= 2 * shown;
        let wants = self.asked.is_none_or(is_due);
        if wants {
            self.asked = Some(Instant::now());
        }
        wants
    }

    fn show(&mut self, preview: Preview) {
        let arrival = Arrival::Preview {
            id: self.job.id,
            place: self.place,
            path: self.path.to_path_buf(),
            preview,
        };
        self.shared.leave(self.job, arrival);
    }
}

/// The herald.
fn tell(shared: &Shared, wake: &dyn Fn()) {
    let mut desk = shared.desk();
    let mut told = 0;
    while !desk.is_closed {
        if std::mem::take(&mut desk.untold) {
            drop(desk);
            wake();
            desk = shared.desk();
            continue;
        }
        if desk.running.is_empty() {
            desk = shared
                .news
                .wait(desk)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let waited = shared.news.wait_timeout(desk, BEAT);
        let (woken, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        desk = woken;
        let come: u64 = desk.running.iter().map(|job| job.progress.done()).sum();
        if timeout.timed_out() && come != told {
            told = come;
            drop(desk);
            wake();
            desk = shared.desk();
        }
    }
}

/// What is behind a lock is whole after every line, whatever thread has failed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_done_by_its_files_and_how_far_the_last_of_them_is() {
        let step = |number, done| Step {
            id: 0,
            path: PathBuf::new(),
            number,
            of: 4,
            done,
            all: 200,
        };
        assert_eq!(step(1, 0).share(), 0.0);
        assert_eq!(step(3, 100).share(), 0.625);
        assert_eq!(step(4, 200).share(), 1.0);
        let unread = Step {
            all: 0,
            ..step(1, 0)
        };
        assert_eq!(unread.share(), 0.0);
    }
}
