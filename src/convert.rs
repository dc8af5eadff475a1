//! A take becomes a file of another format, as the command line and the window have it done: its unit, what is changed
//! of it, what the format cannot hold, how large the file will be, and files that are whole or not there.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::export::{Changes, Export, StatedUnit, UNITS};
use crate::files::{FileStamp, Waiting, write_ahead};
use crate::fs::{self, File};
use crate::scene::Stage;
use crate::solve::{self, solve};
use crate::take::{Take, Warning, WarningCode};

#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    pub export: &'static Export,
    pub changes: Changes,
    pub solving: Solving,
}

/// Whether points become a skeleton, and what of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solving {
    pub when: SolveWhen,
    pub options: solve::Options,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolveWhen {
    /// Points of a body that is known, where the format holds joints that turn.
    #[default]
    Auto,
    /// Whatever the format.
    Always,
    /// Points stay points.
    Never,
}

impl SolveWhen {
    pub const WORDS: [(&str, Self); 3] =
        [("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

/// The file that a take was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: PathBuf,
    /// What it was then; `None` where that is now.
    pub stamp: Option<FileStamp>,
    /// The skeleton that it was read with, where it has none in itself.
    pub skeleton: Option<PathBuf>,
}

/// A take as it is to be written.
pub struct PreparedExport {
    take: Take,
    /// The file that is copied as it is.
    copied: Option<Source>,
    export: &'static Export,
    /// The unit of a take that has none, for programs that need one: as the figure's height suggests.
    pub guessed: Option<&'static str>,
    /// What is told of a skeleton that was solved from points.
    solved: Option<Warning>,
}

/// Why a take is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has not the frames or joints that were asked for.
    NothingSelected(String),
    Unsupported(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingSelected(why) | Self::Unsupported(why) => write!(f, "{why}"),
        }
    }
}

/// What will be written, as far as the beginning of the take tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// About so many bytes, of all files.
    pub bytes: u64,
    pub is_exact: bool,
    /// What the format cannot hold, and what is changed.
    pub warnings: Vec<Warning>,
    pub guessed: Option<&'static str>,
}

impl Estimate {
    /// About so many bytes, and nothing is lost.
    pub fn rough(bytes: u64) -> Self {
        Self { bytes, is_exact: false, warnings: Vec::new(), guessed: None }
    }
}

impl Conversion {
    /// A take as it is written. Its source is copied, if it has the format already, nothing is to be changed, and
    /// nothing in it had to be mended. Fails where it cannot be written.
    pub fn prepare(&self, take: Take, source: Option<&Source>) -> Result<PreparedExport, Refusal> {
        self.prepare_unless(take, source, &|| false)
    }

    /// As [`Self::prepare`], unless it is cancelled.
    pub fn prepare_unless(
        &self,
        take: Take,
        source: Option<&Source>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<PreparedExport, Refusal> {
        let export = self.export;
        if let Some(source) = self.source_to_copy(&take, source) {
            return Ok(PreparedExport {
                take,
                copied: Some(source.clone()),
                export,
                guessed: None,
                solved: None,
            });
        }
        let mut take = self.with_skeleton(take, is_cancelled)?;
        let mut warnings = take.warnings.iter();
        let solved = warnings.find(|warning| warning.code == WarningCode::SkeletonSolved).cloned();
        // By the height of the whole figure, whatever of it is written.
        let guessed = guess_unit(&mut take, export, self.changes.unit.is_some());
        let take = self.changes.apply(take).map_err(Refusal::NothingSelected)?;
        match export.refusal(&take) {
            Some(why) => Err(self.refusal(why)),
            None => Ok(PreparedExport { take, copied: None, export, guessed, solved }),
        }
    }

    fn refusal(&self, why: impl fmt::Display) -> Refusal {
        Refusal::Unsupported(format!("cannot be written as {}: {why}", self.export.name))
    }

    /// The take with joints that turn, where it is one of points and these are wanted. What is of no known body stays as it
    /// is where it has bones of its own.
    fn with_skeleton(&self, take: Take, is_cancelled: &dyn Fn() -> bool) -> Result<Take, Refusal> {
        let is_wanted = match self.solving.when {
            SolveWhen::Auto => self.export.holds_turns() && take.is_of_points(),
            SolveWhen::Always => true,
            SolveWhen::Never => false,
        };
        if !is_wanted {
            return Ok(take);
        }
        let metres = || {
            Some(Stage::unit_of(&take)).filter(|unit| unit.name.is_some()).map(|unit| unit.metres)
        };
        let options = solve::Options {
            metres_per_unit: self.solving.options.metres_per_unit.or_else(metres),
            ..self.solving.options
        };
        match solve(&take, &options, is_cancelled) {
            Ok(solved) => Ok(solved.take),
            Err(why)
                if self.solving.when == SolveWhen::Always || self.needs_skeleton(&take, &why) =>
            {
                Err(self.refusal(why))
            }
            Err(_) => Ok(take),
        }
    }

    /// Whether a take of points cannot be written as it is, so that it is told why there is no skeleton.
    fn needs_skeleton(&self, take: &Take, why: &solve::Refusal) -> bool {
        match why {
            solve::Refusal::NoBody | solve::Refusal::NotOfPoints => {
                take.skeleton.bones().is_empty() && self.export.refusal(take).is_some()
            }
            solve::Refusal::SkinMarkers => self.export.needs_turns(),
            solve::Refusal::Flat => self.export.needs_turns(),
            _ => true,
        }
    }

    /// The source of a take, where it is copied.
    fn source_to_copy<'a>(&self, take: &Take, source: Option<&'a Source>) -> Option<&'a Source> {
        let Export { name, extension, .. } = self.export;
        let mut warnings = take.warnings.iter();
        if !self.changes.are_none()
            || take.format.name() != *name
            || warnings.any(|warning| warning.code.severity().changes_numbers())
        {
            return None;
        }
        source.filter(|Source { file, stamp, .. }| {
            file.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
                && fs::is_file(file)
                && stamp.is_none_or(|stamp| FileStamp::of(file) == Some(stamp))
        })
    }

    /// What will be written, by the first frames of it. Fails where it cannot be written.
    pub fn estimate(&self, take: &Take, source: Option<&Source>) -> Result<Estimate, Refusal> {
        /// Of how many frames the size is taken: the difference is what a frame needs.
        const FIRST: [usize; 2] = [8, 72];
        if let Some(Source { file, skeleton, .. }) = self.source_to_copy(take, source) {
            let files = std::iter::once(file).chain(skeleton);
            let sizes = files.map(|file| fs::metadata(file).map_or(0, |there| there.len()));
            return Ok(Estimate { is_exact: true, ..Estimate::rough(sizes.sum()) });
        }
        let count = take.motion.frame_count();
        let within = |range: &Range<usize>| range.start.min(count)..range.end.min(count);
        let range = self.changes.frames.as_ref().map_or(0..count, within);
        let first = |frames: usize| {
            let end = range.end.min(range.start.saturating_add(frames));
            let frames = (!range.is_empty()).then_some(range.start..end);
            let frames = frames.or(self.changes.frames.clone());
            // A skeleton is solved from these frames alone: the whole would take its time.
            let take = Changes { frames, ..Changes::default() }
                .apply(take.clone())
                .map_err(Refusal::NothingSelected)?;
            let changes = Changes { frames: None, ..self.changes.clone() };
            let ready = Self { changes, ..self.clone() }.prepare(take, None)?;
            let mut size = ProgressWriter { out: io::sink(), bytes: 0, should_continue: &|_| true };
            let written = ready.write(&mut size).and_then(|warnings| {
                ready.write_second(&mut size)?;
                Ok(warnings)
            });
            let warnings = written.map_err(|error| Refusal::Unsupported(error.to_string()))?;
            Ok((ready.take.motion.frame_count(), size.bytes, warnings, ready.guessed))
        };
        let (frames, bytes, warnings, guessed) = first(FIRST[1])?;
        let is_exact = range.len() <= FIRST[1];
        let mut rest = 0;
        if !is_exact {
            let (fewer, less, ..) = first(FIRST[0])?;
            let a_frame =
                bytes.saturating_sub(less) as f64 / frames.saturating_sub(fewer).max(1) as f64;
            let speed = frames as f64 / FIRST[1] as f64;
            let more = range.len() as f64 * speed - frames as f64;
            rest = (more.max(0.0) * a_frame) as u64;
        }
        Ok(Estimate { bytes: bytes + rest, is_exact, warnings, guessed })
    }
}

impl PreparedExport {
    /// Writes the file, and tells what of the take could not be carried or had to be changed.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<Vec<Warning>> {
        match &self.copied {
            Some(source) => copy(&source.file, out).map(|()| Vec::new()),
            None => {
                let solved = self.solved.iter().cloned();
                Ok(solved.chain(self.export.write(&self.take, out)?).collect())
            }
        }
    }

    /// Writes the second file of a format that has one.
    pub fn write_second(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.export.second, &self.copied) {
            // Whatever else it was read with is named by the skeleton.
            (Some(_), Some(Source { skeleton: Some(skeleton), .. })) => copy(skeleton, out),
            (Some(second), None) => (second.write)(&self.take, out),
            _ => Ok(()),
        }
    }

    /// Writes the file, and the second one beside it: all of it, or nothing. `watch` is told how many bytes there
    /// are, and says whether to go on; `accept` whether what was lost is put up with.
    pub fn save(
        &self,
        path: &Path,
        watch: &dyn Fn(u64) -> bool,
        accept: impl FnOnce(&[Warning]) -> Result<(), String>,
    ) -> io::Result<Vec<Warning>> {
        let (mut warnings, mut second) = (Vec::new(), None);
        crate::files::write(path, |to| {
            let write = || {
                let mut to = ProgressWriter { out: to, bytes: 0, should_continue: watch };
                warnings = self.write(&mut to)?;
                accept(&warnings).map_err(io::Error::other)
            };
            second = with_second(self.export, path, write, |to| self.write_second(to))?;
            Ok(())
        })?;
        second.map_or(Ok(()), Waiting::put)?;
        Ok(warnings)
    }
}

fn copy(file: &Path, to: &mut dyn Write) -> io::Result<()> {
    io::copy(&mut File::open(file)?, to).map(|_| ())
}

/// The file that is written beside another one, in formats that have a second.
pub fn second_path(export: &Export, out: &Path) -> Option<PathBuf> {
    Some(out.with_extension(export.second.as_ref()?.extension))
}

/// Writes a file, which takes its place once this has succeeded, and the second one of its format, which is to be
/// put beside it then. Fails where a file is in the second one's place that may belong to another one.
pub fn with_second(
    export: &Export,
    out: &Path,
    write: impl FnOnce() -> io::Result<()>,
    write_second: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<Option<Waiting>> {
    let Some(second) = second_path(export, out) else { return write().map(|()| None) };
    if fs::exists(&second) && !fs::exists(out) {
        let name = second.file_name().unwrap_or_default().to_string_lossy();
        return Err(io::Error::other(format!(
            "'{name}' is there already, and may belong to another motion: give the output another name"
        )));
    }
    write()?;
    write_ahead(&second, write_second).map(Some)
}

/// Sets the unit of a take without one as its figure's height suggests, for programs that need a unit, or because it is
/// to be another; returns what it is for people.
fn guess_unit(take: &mut Take, export: &Export, is_needed: bool) -> Option<&'static str> {
    if export.unit == StatedUnit::Never && !is_needed {
        return None;
    }
    let unit = Stage::unit_of(take);
    let is_stated = unit.name.is_some() || export.unit == StatedUnit::Always || is_needed;
    if !(unit.is_guessed() && is_stated) {
        return None;
    }
    take.units.metres_per_unit = Some(unit.metres);
    let named = UNITS.iter().find(|(_, metres)| *metres == unit.metres);
    Some(named.map_or("unknown, scaled to a person's height", |(name, _)| name))
}

/// A writer that counts bytes, and asks whether to go on.
struct ProgressWriter<'a, W> {
    out: W,
    bytes: u64,
    should_continue: &'a dyn Fn(u64) -> bool,
}

impl<W: Write> Write for ProgressWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        /// A format may hand over all of a file at once.
        const MAX_PIECE: usize = 1 << 20;
        if !(self.should_continue)(self.bytes) {
            return Err(io::Error::other("cancelled"));
        }
        let written = self.out.write(&bytes[..bytes.len().min(MAX_PIECE)])?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
