//! How a request is carried out: its files are found, opened one by one and made ready to show.
//!
//! Work in proportion to a take is done here, on whatever thread calls it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use web_time::Instant;

use crate::app::opening::read_ahead::ReadAhead;
use crate::app::{Arrival, OpenTake, PartialTake, Request, RequestId, RequestedFiles};
use crate::files::reference_video::{sound_beside, video_beside};
use crate::files::{FileStamp, Opened, Preview, PreviewSink, Queue, catch_panic};
use crate::fs;
use crate::loader::Progress;
use crate::store::{Store, read_session};
use crate::{files, fonts};

/// Where the arrivals of a request go, and who is told of each file that is begun: its number from 1, and how
/// many there are as far as is known.
pub struct Sink<'a> {
    pub leave: &'a (dyn Fn(Arrival) + Sync),
    /// Records a file that is begun.
    pub begin: &'a (dyn Fn(&Path, usize, usize) + Sync),
}

/// Opens the files of a request, until it is cancelled. What it ends with, [`Arrival::End`], is left to the
/// caller.
pub fn open_request(
    request: &Request,
    store: &Store,
    ahead: Option<&ReadAhead>,
    progress: &Progress,
    sink: &Sink<'_>,
) {
    let opening = Opening { request, store, ahead, sink };
    let first = request.first_path();
    let all = catch_panic(&first, || {
        opening.run(progress);
        Ok(())
    });
    if let Err(error) = all {
        (sink.leave)(Arrival::Refused {
            id: request.id,
            path: first,
            retried: false,
            error,
            has_notes: false,
        });
    }
}

struct Opening<'a> {
    request: &'a Request,
    store: &'a Store,
    /// What was read before it was asked for.
    ahead: Option<&'a ReadAhead>,
    sink: &'a Sink<'a>,
}

impl Opening<'_> {
    fn run(&self, progress: &Progress) {
        let Request { id, files, open_options, .. } = self.request;
        let mut files = match files {
            RequestedFiles::Builtin => {
                let opened =
                    Opened { take: files::builtin(), companions: Vec::new(), is_sequence: false };
                return self.leave(0, false, self.ready_whole(opened, None, None));
            }
            RequestedFiles::Paths(paths) => {
                let (folders, files): (Vec<_>, Vec<_>) =
                    paths.iter().cloned().partition(|path| fs::is_dir(path));
                if !folders.is_empty() {
                    let (id, alone) = (*id, files.is_empty());
                    (self.sink.leave)(Arrival::Folders { id, folders, alone });
                }
                files::first_of_sequences(files)
            }
            RequestedFiles::Session(path) => {
                (self.sink.begin)(path, 1, 1);
                return (self.sink.leave)(Arrival::Session {
                    id: *id,
                    path: fs::absolute(path).unwrap_or_else(|_| path.clone()),
                    read: read_session(path).map(Box::new),
                });
            }
            RequestedFiles::Neighbour { of, steps, way, skip, unrated } => {
                let reviews = self.store.reviews();
                let is_rated = |file: &Path| reviews.load(file).review.rating.is_given();
                let is_free =
                    |file: &PathBuf| !(skip.contains(file) || *unrated && is_rated(file.as_path()));
                let way = way.clone().unwrap_or_else(|| way_through_folder(of, *steps));
                let wanted = usize::try_from(steps.unsigned_abs()).unwrap_or(usize::MAX);
                let way: Vec<PathBuf> = way.into_iter().filter(is_free).take(wanted).collect();
                let (is_end, found) = (way.len() < wanted, way.into_iter().next_back());
                if is_end {
                    (self.sink.leave)(Arrival::EndOfFolder {
                        id: *id,
                        is_last: *steps > 0,
                        unrated: *unrated,
                    });
                }
                Vec::from_iter(found)
            }
        };
        let mut retried = self.request.retried.clone();
        retried.retain(|path| !files.contains(path));
        files.extend_from_slice(&retried);
        let saved_columns = self.store.saved_columns();
        let mut queue =
            Queue::new(&open_options.reading, &files).with_saved_columns(saved_columns.as_deref());
        let mut number = 0;
        while !progress.is_cancelled()
            && let Some(place) = queue.next()
        {
            number += 1;
            let path = &files[place];
            (self.sink.begin)(path, number, number + queue.remaining());
            let is_retried = retried.contains(path);
            let preview =
                PreviewArrivals { opening: self, place, path, retried: is_retried, asked: None };
            let stamp = FileStamp::of(path);
            // What is made ready here may fail as loading may.
            let result = catch_panic(path, || {
                let ahead = self.ahead.filter(|_| files.len() == 1);
                let opened = match ahead.and_then(|all| all.take(path, &open_options.reading)) {
                    Some(opened) => opened,
                    None => queue.open(place, progress, preview)?,
                };
                Ok(self.ready_whole(opened, Some(path), stamp))
            });
            match result {
                Ok(open) => self.leave(place, is_retried, open),
                Err(error) => (self.sink.leave)(Arrival::Refused {
                    id: *id,
                    path: path.clone(),
                    retried: is_retried,
                    error,
                    has_notes: files::holds_notes(path),
                }),
            }
        }
    }

    /// A take that is whole, with its objects: no preview waits for those.
    fn ready_whole(&self, opened: Opened, path: Option<&Path>, stamp: Option<FileStamp>) -> Ready {
        let mut ready = self.ready(opened, path);
        ready.open.stamp = stamp;
        ready.complaints.extend(ready.open.read_objects(&self.request.open_options.attach));
        ready
    }

    /// The take with all that its reviewer sees and is remembered of it.
    fn ready(&self, opened: Opened, path: Option<&Path>) -> Ready {
        let mut open_options = self.request.open_options.clone();
        // With the companion that it was read with.
        open_options.reading.skeleton = opened.companions.into_iter().next();
        let path = path.map(Path::to_path_buf);
        let mut open = OpenTake::new(opened.take, path, open_options, self.request.placement);
        let names = open.take.skeleton.nodes().iter();
        let names = names.map(|node| node.name.as_str());
        fonts::expect(names.chain([&*open.title()]));
        let keys = open.keys();
        let (memory, mut complaints) = self.store.skeleton(&keys);
        open.recall(&keys, &memory);
        open.found.sound = open.path.as_deref().and_then(sound_beside);
        open.found.video = open.path.as_deref().and_then(video_beside);
        // A sound alone has a time and an offset as well.
        open.found.video = open.found.video.or_else(|| open.found.sound.clone());
        if let Some(path) = open.review_path() {
            let loaded = self.store.reviews().load(&path);
            open.merge_review(&loaded.review);
            complaints.extend(loaded.warnings);
            complaints.extend(open.video_refusal());
        }
        Ready { open, complaints }
    }

    fn leave(&self, place: usize, retried: bool, Ready { open, complaints }: Ready) {
        (self.sink.leave)(Arrival::Take {
            id: self.request.id,
            place,
            retried,
            open: Box::new(open),
            complaints,
        });
    }
}

struct Ready {
    open: OpenTake,
    complaints: Vec<String>,
}

impl Request {
    pub fn first_path(&self) -> PathBuf {
        match &self.files {
            RequestedFiles::Builtin => PathBuf::new(),
            RequestedFiles::Paths(paths) => paths.first().cloned().unwrap_or_default(),
            RequestedFiles::Session(path) => path.clone(),
            RequestedFiles::Neighbour { of, .. } => of.clone(),
        }
    }
}

/// The files after another one of its folder, or ahead of it, the nearest first.
fn way_through_folder(of: &Path, steps: i64) -> Vec<PathBuf> {
    let (mut files, at) = files::neighbours(of);
    if steps < 0 {
        files.truncate(at);
        files.reverse();
        files
    } else {
        files.split_off(at + 1)
    }
}

/// The takes that a file shows as ahead of its end.
struct PreviewArrivals<'a> {
    opening: &'a Opening<'a>,
    place: usize,
    path: &'a Path,
    retried: bool,
    /// When a preview was asked for last.
    asked: Option<Instant>,
}

impl PreviewSink for PreviewArrivals<'_> {
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
        let mut ready = self.opening.ready(preview.opened, Some(self.path));
        ready.open.partial =
            Some(PartialTake { request: self.opening.request.id, frames: preview.frames });
        self.opening.leave(self.place, self.retried, ready);
    }
}

/// Opens the files of a request at once: all that comes of it.
pub fn open_blocking(request: &Request, store: &Store) -> Vec<Arrival> {
    let id: RequestId = request.id;
    let arrivals = Mutex::new(Vec::new());
    let all = || arrivals.lock().unwrap_or_else(PoisonError::into_inner);
    let sink = Sink { leave: &|arrival| all().push(arrival), begin: &|_, _, _| {} };
    open_request(request, store, None, &Progress::default(), &sink);
    let mut arrivals = std::mem::take(&mut *all());
    let cancelled = false;
    arrivals.push(Arrival::End { id, cancelled });
    arrivals
}
