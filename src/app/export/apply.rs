//! How the commands of the export are carried out: what is chosen, what is written of which take, and what came of it.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::app::export::job::{ExportContent, ExportJob, ExportOutcome, ExportedTake};
use crate::app::export::options::{ExportFormat, TakesToExport};
use crate::app::export::report::{ReportJob, ReportTake};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    effect::Effect, export::RunningExport, export::command::ExportCommand,
    takes::open_take::OpenTake,
};
use crate::convert::{Estimate, Source};
use crate::files::{OpenOptions, plain_name};
use crate::film::FilmFormat;
use crate::options::Overlay;
use crate::take::in_one_line;

impl State {
    fn estimate_export(&mut self, effects: &mut Vec<Effect>) {
        let export = &mut self.interface.export;
        export.choice += 1;
        export.estimate = None;
        if self.interface.overlay == Some(Overlay::Export) && export.running.is_none() {
            effects.push(Effect::EstimateExport(export.choice));
        }
    }

    /// The takes that are exported, and those that are not because they have no frame in the range.
    pub fn exported_takes(&self) -> (Vec<&OpenTake>, Vec<&OpenTake>) {
        let options = &self.interface.export.options;
        let chosen: Vec<&OpenTake> = match options.takes {
            TakesToExport::Active => self.take().into_iter().collect(),
            TakesToExport::Shown => self.session.takes.shown().collect(),
        };
        if !matches!(options.format, ExportFormat::Take(_)) || !self.has_chosen_range() {
            return (chosen, Vec::new());
        }
        let frames = self.exported_frames();
        let [start, end] = [*frames.start() as f64, *frames.end() as f64];
        chosen.into_iter().partition(|open| {
            let [first, last] = self.session.timeline.span(open);
            // A pose has no time that it could be outside of.
            open.whole_last() == 0 || first < end + 0.5 && last > start - 0.5
        })
    }

    /// Whether only the frames between in and out point are exported.
    fn has_chosen_range(&self) -> bool {
        self.interface.export.options.in_range && self.has_export_range()
    }

    /// Whether the files go into a folder.
    pub fn exports_into_folder(&self) -> bool {
        let options = &self.interface.export.options;
        matches!(options.format, ExportFormat::Take(_)) && options.takes == TakesToExport::Shown
    }

    pub fn has_export_range(&self) -> bool {
        let playback = &self.session.playback;
        playback.range_in().is_some() || playback.range_out().is_some()
    }

    pub fn exported_frames(&self) -> RangeInclusive<usize> {
        let playback = &self.session.playback;
        let last = playback.frame_count().saturating_sub(1);
        if self.interface.export.options.in_range {
            playback.range_in().unwrap_or(0)..=playback.range_out().unwrap_or(last)
        } else {
            0..=last
        }
    }

    /// The format of the film that is exported, and its pictures a second; `None` where something else is.
    pub fn exported_film(&self) -> Option<(FilmFormat, f64)> {
        let options = &self.interface.export.options;
        let ExportFormat::Film(format) = options.format else { return None };
        let own = self.session.playback.frame_time().recip();
        Some((format, options.fps.unwrap_or_else(|| format.rate(own))))
    }

    /// What is written of which takes, as it was chosen; `None` of a film.
    pub fn export_job(&self) -> Option<ExportJob> {
        let export = &self.interface.export;
        let (takes, _) = self.exported_takes();
        let content = match export.options.format {
            ExportFormat::Film(_) => return None,
            ExportFormat::Report => ExportContent::Report(Box::new(self.report_on(&takes))),
            ExportFormat::Take(_) => ExportContent::Takes {
                takes: takes
                    .into_iter()
                    .map(|open| self.exported_take(open))
                    .collect::<Option<_>>()?,
                strict: export.options.strict,
            },
        };
        let open = self.session.takes.iter();
        let open =
            open.flat_map(|open| open.path.iter().chain(&open.edits.open_options.reading.skeleton));
        Some(ExportJob {
            content,
            bytes: match &export.estimate {
                Some(Ok(estimate)) => estimate.bytes,
                _ => 0,
            },
            open: open.cloned().collect(),
        })
    }

    fn exported_take(&self, open: &OpenTake) -> Option<ExportedTake> {
        let options = &self.interface.export.options;
        let joint = open.primary().filter(|_| options.selected_joint);
        let joint = joint.map(|node| open.take.skeleton[node].name.clone());
        Some(ExportedTake {
            stem: plain_name(&open.take.name),
            take: open.take.clone(),
            source: source_of(open),
            unit: chosen_unit(open),
            conversion: options.conversion(self.frames_of(open), joint)?,
        })
    }

    fn report_on(&self, takes: &[&OpenTake]) -> ReportJob {
        let takes = takes.iter().map(|open| {
            let file = open.path.as_deref().and_then(Path::file_name);
            let file = file.map(|name| in_one_line(&name.to_string_lossy()));
            ReportTake {
                file: file.unwrap_or_else(|| in_one_line(&open.take.name)),
                take: open.take.clone(),
                stage: open.stage.clone(),
                review: open.review.kept.clone(),
            }
        });
        let takes: Vec<ReportTake> = takes.collect();
        let title = match &takes[..] {
            [only] => only.file.clone(),
            _ => self.title_of_takes(),
        };
        ReportJob { title, takes, limits: self.settings.limits.clone() }
    }

    /// The frames of a take that lie in the range; `None` for all.
    fn frames_of(&self, open: &OpenTake) -> Option<Range<usize>> {
        if !self.has_chosen_range() || open.take.motion.frame_count() == 0 {
            return None;
        }
        let frames = self.exported_frames();
        let timeline = &self.session.timeline;
        let [first, last] =
            [frames.start(), frames.end()].map(|frame| timeline.frame_of(open, *frame as f64));
        Some(first..last + 1)
    }

    /// The file that is proposed; `exists` tells whether something is at a path.
    pub fn proposed_export(&self, exists: impl Fn(&Path) -> bool) -> PathBuf {
        let options = &self.interface.export.options;
        let [_, extension] = options.format.names();
        let open = self.take();
        let folder = open.and_then(|open| open.path.as_deref()?.parent());
        let take = open.map_or_else(|| "take".to_string(), |open| plain_name(&open.take.name));
        let stem = match options.format {
            // A film with the name of its take would be the take's reference video when that is opened again.
            ExportFormat::Film(_) => format!("{take}_film"),
            ExportFormat::Report if options.takes == TakesToExport::Shown => self.title_of_takes(),
            ExportFormat::Take(_) | ExportFormat::Report => take,
        };
        let path = |stem: &str| {
            let name = format!("{stem}.{extension}");
            folder.unwrap_or(Path::new("")).join(name)
        };
        // A file that is open is not written over.
        if exists(&path(&stem)) { path(&format!("{stem}_export")) } else { path(&stem) }
    }

    /// What several takes are called together: as their session is.
    fn title_of_takes(&self) -> String {
        let session = self.document.path.as_deref().and_then(Path::file_stem);
        let session = session.map(|name| in_one_line(&name.to_string_lossy()));
        session.unwrap_or_else(|| "Takes".to_string())
    }

    /// Records what was found out about a choice.
    pub fn export_estimated(&mut self, choice: u64, estimate: Result<Estimate, String>) {
        let export = &mut self.interface.export;
        if export.choice == choice {
            export.estimate = Some(estimate);
            self.revision += 1;
        }
    }

    /// Records how far an export is.
    pub fn export_progressed(&mut self, share: f32) {
        if let Some(running) = &mut self.interface.export.running {
            running.share = share;
            self.revision += 1;
        }
    }

    /// Takes in what came of an export. Where the dialog stays open, the estimate is made anew.
    pub fn exported(&mut self, exported: ExportOutcome) -> Vec<Effect> {
        self.interface.export.running = None;
        self.revision += 1;
        let notices = &mut self.interface.notices;
        if exported.is_cancelled {
            notices.push_info("The export was cancelled.");
        }
        for file in &exported.files {
            let mut text = format!("Exported {}", file.path.display());
            for warning in &file.warnings {
                text.push_str(&format!("\nwarning: {warning}"));
            }
            notices.push_written(text, &file.path);
        }
        for (path, error) in &exported.errors {
            notices.push_error(format!("{}: cannot be written: {error}", path.display()));
        }
        if exported.errors.is_empty() && self.interface.overlay == Some(Overlay::Export) {
            self.interface.overlay = None;
        }
        let mut effects = Vec::new();
        self.estimate_export(&mut effects);
        effects
    }
}

/// The file that an open take was read from, where it is as the file has it.
fn source_of(open: &OpenTake) -> Option<Source> {
    let options = &open.edits.open_options.reading;
    let is_as_usual =
        *options == OpenOptions { skeleton: options.skeleton.clone(), ..OpenOptions::default() };
    let chosen = chosen_unit(open);
    let has_own_unit = chosen.is_none() || chosen == open.take.units.metres_per_unit;
    Some(Source {
        file: open.path.clone().filter(|_| is_as_usual && has_own_unit)?,
        stamp: open.stamp,
        skeleton: options.skeleton.clone(),
    })
}

/// The unit that a file or a person has stated, in metres.
fn chosen_unit(open: &OpenTake) -> Option<f64> {
    let unit = &open.stage.unit;
    (!unit.is_guessed()).then_some(unit.metres)
}

impl FeatureCommand for ExportCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            Self::Ask => {
                let is_open = state.interface.overlay == Some(Overlay::Export);
                state.interface.overlay =
                    (!is_open && state.take().is_some()).then_some(Overlay::Export);
                state.estimate_export(effects);
            }
            Self::AskForReport => {
                if state.take().is_some() {
                    state.interface.export.options.format = ExportFormat::Report;
                    state.interface.overlay = Some(Overlay::Export);
                }
                state.estimate_export(effects);
            }
            Self::Choose(options) => {
                state.interface.export.options = *options;
                state.estimate_export(effects);
            }
            Self::AskWhere => {
                let can = state.take().is_some() && state.interface.export.running.is_none();
                effects.extend(can.then_some(Effect::AskWhereToExport));
            }
            Self::WriteTo(path) => {
                if state.interface.export.running.is_some() || state.take().is_none() {
                    return;
                }
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let file_name = in_one_line(&name);
                let running = RunningExport { file_name, share: 0.0, cancel: Arc::default() };
                state.interface.export.running = Some(running);
                effects.push(match state.interface.export.options.format {
                    ExportFormat::Take(_) | ExportFormat::Report => Effect::Export(path),
                    ExportFormat::Film(_) => Effect::BeginFilm(path),
                });
            }
            Self::Cancel => {
                if let Some(running) = &state.interface.export.running {
                    running.cancel.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}
