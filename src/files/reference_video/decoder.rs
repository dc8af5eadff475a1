//! The thread that decodes a reference video around the time that is wanted.
//!
//! It reads ffmpeg's pictures through a pipe, and the time stamp of each from the line that ffmpeg's filter
//! `showinfo` writes as the picture passes. While the window of pictures is full, it reads nothing, and ffmpeg
//! waits. Nobody who asks for a picture waits for it: they get the one that is there.

use std::ops::Range;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::picture_window::PictureWindow;
use super::probe::{Probed, TimePlace, VideoFacts, look_into};
use super::run::Run;
use super::{SharedPicture, VideoSource};
use crate::files::panics::{guarded, lock};

/// Up to so many frames ahead of where ffmpeg is are read over; beyond, another run is quicker.
const READ_OVER: usize = 32;

/// What there is to show at a time.
#[derive(Clone, Debug)]
pub struct VideoFrame {
    pub facts: Arc<VideoFacts>,
    pub place: TimePlace,
    pub frame: usize,
    /// Its picture; while that is being decoded, the nearest one that is there.
    pub picture: Option<SharedPicture>,
    pub is_exact: bool,
}

/// A video that is decoded on a thread. Dropped, it ends ffmpeg.
pub struct VideoDecoder {
    shared: Arc<Shared>,
}

struct Shared {
    inner: Mutex<Inner>,
    news: Condvar,
}

#[derive(Default)]
struct Inner {
    /// The time that was wanted last, in seconds of the video.
    time: f64,
    open: Option<Open>,
    failed: Option<String>,
    /// The running ffmpeg, to be ended by whoever drops the decoder.
    ffmpeg: Option<Child>,
    is_closed: bool,
}

struct Open {
    facts: Arc<VideoFacts>,
    window: PictureWindow,
    /// The first picture of the last run: it is shown also where another one is wanted by now, so that
    /// somebody who scrubs quicker than ffmpeg decodes sees something.
    newest: Option<(usize, SharedPicture)>,
}

impl VideoDecoder {
    /// Opens a video on a thread, which calls `wake` when there is something else to show.
    pub fn open(source: VideoSource, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared { inner: Mutex::default(), news: Condvar::new() });
        let own = shared.clone();
        thread::spawn(move || {
            if let Err(why) = guarded(|| own.work(&source, &wake)).flatten() {
                own.inner().failed = Some(why);
                wake();
            }
        });
        Self { shared }
    }

    /// What there is to show at a time, in seconds from the first frame, which is wanted from now on; `None` while
    /// the video is being looked into. Never waits for a picture. The error says why there are none, for people,
    /// without the name of the file.
    pub fn show(&self, time: f64) -> Result<Option<VideoFrame>, String> {
        let mut inner = self.shared.inner();
        if let Some(why) = &inner.failed {
            return Err(why.clone());
        }
        inner.time = time;
        let Some(open) = &mut inner.open else { return Ok(None) };
        let frame = open.facts.frame_at(time);
        if open.window.want(frame) {
            self.shared.news.notify_one();
        }
        let newest = open.newest.as_ref().map(|(frame, picture)| (*frame, picture));
        let candidates = open.window.nearest(frame).into_iter().chain(newest);
        let near = candidates.min_by_key(|(own, _)| own.abs_diff(frame));
        Ok(Some(VideoFrame {
            facts: open.facts.clone(),
            place: open.facts.place_of(time),
            frame,
            is_exact: near.is_some_and(|(own, _)| own == frame),
            picture: near.map(|(_, picture)| picture.clone()),
        }))
    }
}

impl Drop for VideoDecoder {
    fn drop(&mut self) {
        let mut inner = self.shared.inner();
        inner.is_closed = true;
        if let Some(ffmpeg) = &mut inner.ffmpeg {
            // One that has ended by itself is as good.
            let _ = ffmpeg.kill();
        }
        drop(inner);
        self.shared.news.notify_one();
    }
}

enum Task {
    /// Begins a run at a frame, up to another one.
    Begin(Range<usize>),
    Read,
}

impl Shared {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    fn work(&self, source: &VideoSource, wake: &dyn Fn()) -> Result<(), String> {
        let probed = look_into(source)?;
        let [width, height] = probed.facts.size;
        let facts = Arc::new(probed.facts.clone());
        {
            let mut inner = self.inner();
            let mut window = PictureWindow::new(facts.times.len(), width * height * 4);
            window.want(facts.frame_at(inner.time));
            inner.open = Some(Open { facts, window, newest: None });
        }
        wake();
        let mut run: Option<Run> = None;
        while let Some(task) = self.next(run.as_ref()) {
            match task {
                Task::Begin(frames) => {
                    self.end(run.take());
                    run = self.begin(&probed, frames, 0)?;
                }
                Task::Read => {
                    if let Some(reading) = run.take() {
                        run = self.read(&probed, reading, wake)?;
                    }
                }
            }
        }
        self.end(run);
        Ok(())
    }

    /// Waits until there is something to do; `None` at the end.
    fn next(&self, run: Option<&Run>) -> Option<Task> {
        let mut inner = self.inner();
        loop {
            if inner.is_closed {
                return None;
            }
            if let Some(task) = inner.open.as_ref().and_then(|open| open.task(run)) {
                return Some(task);
            }
            inner = self.news.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins a run, the n-th try for its first frame; none where the decoder was dropped.
    fn begin(
        &self,
        probed: &Probed,
        frames: Range<usize>,
        tries: usize,
    ) -> Result<Option<Run>, String> {
        let mut inner = self.inner();
        if inner.is_closed {
            return Ok(None);
        }
        let (run, ffmpeg) = Run::begin(probed, frames, tries)?;
        inner.ffmpeg = Some(ffmpeg);
        Ok(Some(run))
    }

    /// Reads the next picture of a run, and returns the run that is to be read on.
    fn read(&self, probed: &Probed, mut run: Run, wake: &dyn Fn()) -> Result<Option<Run>, String> {
        let Some(picture) = run.read(probed) else { return self.ended(probed, run) };
        if run.count == 0 && picture.index > run.first && run.may_start_earlier(probed) {
            // The file led beyond it.
            let (frames, tries) = (run.first..run.until, run.tries + 1);
            self.end(Some(run));
            return self.begin(probed, frames, tries);
        }
        let picture = Arc::new(picture);
        let frame = picture.index;
        let mut inner = self.inner();
        if let Some(open) = &mut inner.open {
            let wanted = open.window.wanted();
            // A frame without a picture of its own shows the one before it.
            let before = run.last.as_ref().unwrap_or(&picture);
            for hole in run.next.max(run.first)..frame {
                open.window.keep(hole, before.clone());
            }
            open.window.keep(frame, picture.clone());
            let is_news = (run.next..=frame).contains(&wanted);
            let begins = frame >= run.first && run.next <= run.first;
            if begins {
                open.newest = Some((frame, picture.clone()));
            }
            drop(inner);
            if is_news || begins {
                wake();
            }
        }
        run.count += 1;
        run.next = run.next.max(frame + 1);
        run.last = Some(picture);
        Ok(Some(run))
    }

    /// A run has ended by itself: the video has, or there is nothing to read there.
    fn ended(&self, probed: &Probed, mut run: Run) -> Result<Option<Run>, String> {
        let is_read = run.next >= run.until;
        let (frames, last, next) = (run.first..run.until, run.last.clone(), run.next);
        let (count, tries) = (run.count, run.tries);
        let may_start_earlier = count == 0 && run.may_start_earlier(probed);
        let given_up = run.given_up.take();
        let Some(why) = self.end(Some(run)) else { return Ok(None) };
        if let Some(why) = given_up {
            return Err(why);
        }
        if is_read || probed.is_sequence() && count > 0 {
            // Behind a gap in the numbers of a sequence, another run begins.
            return Ok(None);
        }
        if may_start_earlier {
            return self.begin(probed, frames, tries + 1);
        }
        let mut inner = self.inner();
        let Some(open) = &mut inner.open else { return Ok(None) };
        let near = open.window.nearest(next).map(|(_, picture)| picture.clone());
        let newest = open.newest.as_ref().map(|(_, picture)| picture.clone());
        let Some(stands_in) = last.or(near).or(newest) else { return Err(why) };
        if probed.is_sequence() {
            open.window.keep(frames.start, stands_in);
            return Ok(None);
        }
        // What cannot be read of a video is not part of it.
        let next = next.max(1);
        let mut facts = (*open.facts).clone();
        facts.end = facts.span_of(next - 1)[1];
        facts.times.truncate(next);
        open.window.shorten(next, stands_in);
        open.facts = Arc::new(facts);
        Ok(None)
    }

    /// Ends a run, and says what ffmpeg told last; `None` where the decoder was dropped.
    fn end(&self, run: Option<Run>) -> Option<String> {
        let ffmpeg = self.inner().ffmpeg.take();
        if let Some(mut ffmpeg) = ffmpeg {
            // One that has ended by itself is as good.
            let _ = ffmpeg.kill();
            let _ = ffmpeg.wait();
        }
        let message = run.map(Run::end).unwrap_or_default();
        (!self.inner().is_closed).then_some(message)
    }
}

impl Open {
    /// What is to be done next, with a run or without; `None` while there is nothing.
    fn task(&self, run: Option<&Run>) -> Option<Task> {
        let window = &self.window;
        // A run backwards is read to its end, though less than one is missing by then.
        if let Some(run) = run
            && run.next < run.until
            && window.is_backwards()
            && window.get(window.wanted()).is_some()
            && window.range().contains(&run.next)
            && window.get(run.next).is_none()
        {
            return Some(Task::Read);
        }
        let missing = window.missing()?;
        let leads = |run: &Run| {
            // One that began earlier is on its way.
            let at = run.next.max(run.first);
            at <= missing.start && missing.start - at <= READ_OVER && missing.start < run.until
        };
        Some(if run.is_some_and(leads) {
            Task::Read
        } else if window.is_backwards() {
            Task::Begin(missing)
        } else {
            // It goes on for as long as it is wanted.
            Task::Begin(missing.start..self.facts.times.len())
        })
    }
}

impl std::fmt::Debug for VideoDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VideoDecoder").finish_non_exhaustive()
    }
}
