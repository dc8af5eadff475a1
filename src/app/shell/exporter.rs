//! What is exported now: what writes it, and the film that is drawn for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use web_time::Instant;

use crate::app::FilmScene;
use crate::film::BurnIn;
use crate::render::{Face, Picture};
use crate::threads::Beside;

/// What is exported now. Dropped, it ends.
#[derive(Default)]
pub(crate) struct Exporting {
    pub film: Option<FilmRun>,
    pub exporter: Option<Exporter>,
}

/// What writes what is exported. Dropped, it ends, and nothing stays of what is not whole.
pub(crate) struct Exporter {
    pub cancel: Arc<AtomicBool>,
    pub work: Option<Beside>,
}

impl Drop for Exporter {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        if let Some(work) = self.work.take() {
            // A panic there is reported.
            let _ = work.join();
        }
    }
}

pub(crate) struct FilmRun {
    /// The frames of the timeline that are still to be drawn, the last one first.
    pub frames: Vec<usize>,
    pub count: usize,
    pub size: [u32; 2],
    pub scene: FilmScene,
    /// What is written about the active take into each picture, and in which typeface.
    pub burn_in: Option<(BurnIn<'static>, Face)>,
    /// Whether measures, drawings and notes are on the pictures.
    pub labels: bool,
    /// When progress was reported last.
    pub reported: Instant,
    /// A picture that the writer had no room for yet.
    pub waiting: Option<Picture>,
    pub to: SyncSender<Picture>,
    pub cancel: Arc<AtomicBool>,
}
