//! How something is exported: where to, takes beside the window, and films picture by picture between the window's own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::time::Duration;

use web_time::Instant;

use crate::app::shell::event::{Event, ExportEvent, Sender};
use crate::app::shell::exporter::{Exporter, FilmRun};
use crate::app::shell::pictures::Pictures;
use crate::app::shell::program::Program;
use crate::app::{ExportCommand, ExportJob, ExportOutcome, ExportedFile, FilmScene, Shell};
use crate::convert::Estimate;
use crate::film;
use crate::film::{BurnIn, BurnInWord, FilmFormat, QUEUE_LENGTH, frames_at};
use crate::fs;
use crate::platform::{DialogKind, FileFilter};
use crate::render::{Face, FilmRate, Picture, RenderError, lay_out};
use crate::threads::begin;

/// How long pictures of a film are drawn at once: the window's own come in between.
const AT_ONCE: Duration = Duration::from_millis(12);
/// How long is waited where the writer of the film has enough.
const WAIT: Duration = Duration::from_millis(2);
/// How often progress of a film is reported: the window is drawn for that.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A film that was chosen.
struct Film {
    format: FilmFormat,
    /// Pictures a second.
    fps: f64,
    /// The frames of the timeline that its pictures show.
    frames: Vec<usize>,
}

impl Program {
    /// Finds out what will be written; it comes as an [`ExportEvent::Estimated`].
    pub(crate) fn estimate_export(&mut self, choice: u64) {
        if let Some(film) = self.film() {
            return self.estimate_film(choice, &film);
        }
        if let Some(job) = self.state.export_job() {
            self.beside(move || {
                Some(Event::Export(ExportEvent::Estimated(choice, job.estimate())))
            });
        }
    }

    /// Asks where to export to; it comes as a command.
    pub(crate) fn ask_where_to_export(&mut self) {
        let to = |path| Event::Command(ExportCommand::WriteTo(path).into());
        let proposed = self.state.proposed_export(|path| fs::exists(path));
        let folder = proposed.parent().map(Path::to_path_buf);
        if self.state.exports_into_folder() {
            let wanted = DialogKind::FolderToWrite;
            return self.ask_for_one("Export into a folder", wanted, folder, to);
        }
        let [name, extension] = self.state.interface.export.options.format.names();
        let proposed = proposed.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wanted = DialogKind::NewFile(FileFilter::new(name, &[extension]), proposed);
        self.ask_for_one("Export", wanted, folder, to);
    }

    /// Writes takes; how that goes comes as events.
    pub(crate) fn export(&mut self, path: PathBuf) {
        let into_folder = self.state.exports_into_folder();
        let (Some(job), Some(cancel)) = (self.state.export_job(), self.cancels_export()) else {
            return;
        };
        let (send, own) = (self.send.clone(), cancel.clone());
        let work = begin("export", move || write(&job, &path, into_folder, &own, &send));
        self.workers.exporting.exporter = Some(Exporter { cancel, work });
    }

    fn cancels_export(&self) -> Option<Arc<AtomicBool>> {
        let running = self.state.interface.export.running.as_ref();
        running.map(|running| running.cancel.clone())
    }

    /// What was chosen of a film; `None` where something else is exported.
    fn film(&self) -> Option<Film> {
        let (format, fps) = self.state.exported_film()?;
        let own = self.state.session.playback.frame_time().recip();
        let all: Vec<usize> = self.state.exported_frames().collect();
        Some(Film { format, fps, frames: frames_at(&all, own, fps) })
    }

    /// Has pictures of a film drawn whenever the window has time for them.
    fn draw_film(&mut self, frames: &[usize], cancel: &Arc<AtomicBool>) -> Receiver<Picture> {
        let options = &self.state.interface.export.options;
        let (to, pictures) = sync_channel(QUEUE_LENGTH);
        self.workers.exporting.film = Some(FilmRun {
            frames: frames.iter().rev().copied().collect(),
            count: frames.len(),
            size: options.size,
            scene: FilmScene::new(&self.state, options),
            burn_in: self.state.take().filter(|_| options.burn_in).map(|open| {
                let review = open.review.kept.clone();
                let burn_in = BurnIn::new(&BurnInWord::ALL, &open.take, &open.take.name, review);
                (burn_in, Face::interface())
            }),
            labels: options.labels,
            reported: Instant::now(),
            waiting: None,
            to,
            cancel: cancel.clone(),
        });
        pictures
    }

    /// Finds out how large a film will be: some pictures of its middle are drawn.
    fn estimate_film(&mut self, choice: u64, film: &Film) {
        let Film { format, fps, ref frames } = *film;
        let count = frames.len();
        let first = count.saturating_sub(film::SAMPLE_LENGTH) / 2;
        let sample = &frames[first..count.min(first + film::SAMPLE_LENGTH)];
        let pictures = self.draw_film(sample, &Arc::default());
        self.beside(move || {
            let size = film::estimate(format, FilmRate(fps), count, &pictures);
            // Something else was chosen meanwhile.
            if size.as_ref().is_err_and(is_cut_off) {
                return None;
            }
            let estimate = size.map(Estimate::rough).map_err(|error| error.to_string());
            Some(Event::Export(ExportEvent::Estimated(choice, estimate)))
        });
    }

    pub(crate) fn begin_film(&mut self, path: PathBuf) {
        let (Some(film), Some(cancel)) = (self.film(), self.cancels_export()) else {
            return;
        };
        let Film { format, fps, frames } = film;
        let count = frames.len();
        let pictures = self.draw_film(&frames, &cancel);
        let send = self.send.clone();
        let cancelled = cancel.clone();
        let work = begin("export", move || {
            let rate = FilmRate(fps);
            let written = film::write(&path, format, rate, count, None, &pictures, &cancelled);
            let mut exported = ExportOutcome::default();
            match written {
                Ok(()) => exported.files.push(ExportedFile { path, warnings: Vec::new() }),
                Err(error) if is_cut_off(&error) => {
                    exported.is_cancelled = true;
                }
                Err(error) => exported.errors.push((path, error.to_string())),
            }
            send(Event::Export(ExportEvent::Done(exported)));
        });
        self.workers.exporting.exporter = Some(Exporter { cancel, work });
    }

    /// Draws as many pictures of a film as there is time for now. Returns when to go on, while there is a film.
    pub(crate) fn continue_film(&mut self, now: Instant) -> Option<Instant> {
        let run = self.workers.exporting.film.as_mut()?;
        let pictures = self.pictures.as_mut()?;
        let is_over = loop {
            if run.cancel.load(Ordering::Relaxed) {
                break true;
            }
            if now.elapsed() >= AT_ONCE {
                break false;
            }
            let next = match run.waiting.take() {
                Some(picture) => Some(Ok(picture)),
                None => run.frames.pop().map(|frame| picture(pictures, frame, run)),
            };
            match next {
                Some(Ok(picture)) => match run.to.try_send(picture) {
                    Ok(()) => {}
                    Err(TrySendError::Full(picture)) => {
                        run.waiting = Some(picture);
                        break false;
                    }
                    // Its writer says why.
                    Err(TrySendError::Disconnected(_)) => break true,
                },
                Some(Err(error)) => {
                    self.state.interface.notices.push_error(error.to_string());
                    break true;
                }
                None => break true,
            }
        };
        if is_over {
            self.workers.exporting.film = None;
            return None;
        }
        if now - run.reported > REPORT_EVERY {
            run.reported = now;
            self.state.export_progressed(1.0 - run.frames.len() as f32 / run.count as f32);
            self.redraw_wanted = true;
        }
        Some(Instant::now() + WAIT)
    }

    pub(crate) fn apply_export(&mut self, event: ExportEvent) {
        match event {
            ExportEvent::Estimated(choice, estimate) => {
                self.state.export_estimated(choice, estimate)
            }
            ExportEvent::Progressed(share) => self.state.export_progressed(share),
            ExportEvent::Done(exported) => {
                self.workers.exporting.exporter = None;
                self.workers.exporting.film = None;
                let effects = self.state.exported(exported);
                self.carry_out(effects);
            }
        }
    }
}

/// Whether a film has not got all of its pictures.
fn is_cut_off(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::UnexpectedEof
}

fn write(job: &ExportJob, path: &Path, into_folder: bool, cancel: &AtomicBool, send: &Sender) {
    let reported = std::cell::Cell::new(-1.0f32);
    let report = |share: f32| {
        // A hundred times in all.
        if share - reported.get() >= 0.01 {
            reported.set(share);
            send(Event::Export(ExportEvent::Progressed(share)));
        }
    };
    let exported = job.run(path, into_folder, cancel, &report);
    send(Event::Export(ExportEvent::Done(exported)));
}

/// The picture of a frame of the timeline, as large as a film is.
fn picture(
    pictures: &mut Pictures,
    frame: usize,
    run: &mut FilmRun,
) -> Result<Picture, RenderError> {
    run.scene.show(frame);
    let FilmScene { state, scale, .. } = &run.scene;
    let mut picture = pictures.picture_of(state, run.size, *scale, run.labels)?;
    if let (Some((burn_in, face)), Some(open)) = (&run.burn_in, state.take()) {
        let captions = burn_in.captions(state.frame_of(open));
        picture.write(&lay_out(&captions, face, run.size, 1.0, state.theme()), face);
    }
    Ok(picture)
}
