//! The input of a loader: the bytes of a file, its companions and the options.

use std::fmt;
use std::num::NonZeroUsize;

use super::first_frames::{FirstFrames, Preview};
use super::progress::Progress;
use super::rate::is_frame_time;
use crate::known_bodies;
use crate::take::{FormatId, Take};
use crate::threads::give_way;

/// A file in memory, and how its reader wants it read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file as errors name it: its name, or the path that the person gave.
    pub file: &'a str,
    /// The whole file; its beginning where it is a [`LargeFile`].
    pub bytes: &'a [u8],
    /// How many bytes the whole file has, where only its beginning is there.
    #[doc(hidden)]
    pub whole: Option<usize>,
    /// Who follows the loading of this file, and may cancel it.
    pub progress: Option<&'a Progress>,
    /// Who is shown the first frames of a take that is evaluated, while the others still are.
    #[doc(hidden)]
    pub first_frames: Option<FirstFrames<'a>>,
    /// What the file itself leaves open.
    pub options: Options,
    /// The animation to read out of a file that has several, by its name or its number from 1; without, the
    /// first one that moves something.
    pub clip: Option<&'a str>,
    /// The files that this one is read with, those that a person chose first.
    pub companions: &'a [Companion<'a>],
    /// The numbered files that are a take together, of which this is the first one.
    #[doc(hidden)]
    pub sequence: Option<&'a dyn Sequence>,
    /// Where the whole file is read, if that is too large to be in memory: see [`Format::reads_large`](super::Format).
    #[doc(hidden)]
    pub large: Option<&'a dyn LargeFile>,
}

/// A file that is read piece by piece.
#[allow(clippy::len_without_is_empty)] // none that is read so is
pub trait LargeFile: Sync + fmt::Debug {
    /// How many bytes it has.
    fn len(&self) -> usize;

    /// Takes in that all of it was parsed without being in memory as a whole. Where that is not said of a text, what was
    /// loaded counts for nothing, and is to be loaded out of all of it.
    fn is_parsed(&self);

    /// Reads from a byte on as much as is there at once and has room; how much that is, 0 at the end only.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    fn read_at(&self, from: usize, bytes: &mut [u8]) -> Result<usize, String>;
}

/// Files that are numbered one after the other, each a frame or a few of one take: read one by one, by several threads,
/// when their turn has come.
pub trait Sequence: Sync + fmt::Debug {
    /// How many files there are, the first one included.
    fn count(&self) -> usize;

    /// The name of a file without its folder.
    fn name(&self, index: usize) -> &str;

    /// The number in its name.
    fn number(&self, index: usize) -> i64;

    /// Puts the bytes of a file in the place of what is in `bytes`.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    fn read(&self, index: usize, bytes: &mut Vec<u8>) -> Result<(), String>;
}

/// A file that another one is read with, such as the skeleton of an AMC.
#[derive(Clone, Copy, Debug)]
pub struct Companion<'a> {
    /// Its name, or the path that errors name it by.
    pub file: &'a str,
    /// The whole file.
    pub bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// A file read as its format has it.
    pub fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            file,
            bytes,
            whole: None,
            progress: None,
            first_frames: None,
            options: Options::default(),
            clip: None,
            companions: &[],
            sequence: None,
            large: None,
        }
    }

    /// The name of the file without folder and extension.
    pub fn stem(&self) -> &'a str {
        let name = self.name();
        match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        }
    }

    /// The name of the file without its folder.
    pub fn name(&self) -> &'a str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(self.file)
    }

    /// What stands behind the last dot of the name, in lower case.
    pub(super) fn extension(&self) -> Option<String> {
        let (_, extension) = self.name().rsplit_once('.')?;
        Some(extension.to_ascii_lowercase())
    }

    /// Whether nobody waits for the take any more. Long work asks often, and others go on meanwhile.
    pub(super) fn is_cancelled(&self) -> bool {
        give_way();
        self.progress.is_some_and(Progress::is_cancelled)
    }

    /// Takes the rate that was asked for where a take has none of its own; which one that is, if so.
    pub(super) fn assume_asked_rate(&self, take: &mut Take) -> Option<f64> {
        let rate = self.options.rate.filter(|&rate| Options::is_rate(rate))?;
        take.motion.assume(rate.recip()).then_some(rate)
    }

    /// Shows the first frames of a take that has so many `frames`, where somebody waits for them: only then are
    /// they made a take.
    ///
    /// # Errors
    /// That of `take`.
    pub(super) fn show_first_frames<E>(
        &self,
        frames: usize,
        take: impl FnOnce() -> Result<Take, E>,
    ) -> Result<(), E> {
        if let Some(FirstFrames(show)) = self.first_frames {
            let mut take = take()?;
            self.assume_asked_rate(&mut take);
            show(Preview { take, frames });
        }
        Ok(())
    }

    /// Tells who follows the loading how many frames the file says that it has.
    pub(super) fn announce(&self, frames: usize) {
        if let Some(progress) = self.progress {
            progress.announce(frames);
        }
    }

    /// A companion as a source of its own, so that errors in it name it.
    pub(super) fn companion(&self, companion: &Companion<'a>) -> Self {
        Self {
            file: companion.file,
            bytes: companion.bytes,
            whole: None,
            // What is followed is the file that the take is in.
            progress: None,
            sequence: None,
            large: None,
            ..*self
        }
    }
}

/// Choices that a file does not make itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// What position channels in BVH mean.
    pub bvh_positions: PositionReading,
    /// Frames a second of a take whose file gives no rate; without, the format's usual one.
    pub rate: Option<f64>,
    /// The format of a file whose contents do not say.
    pub format: Option<FormatId>,
    /// How many threads share the rows of a text; without, as many as pay off. What is read does not
    /// depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Which body points are.
    pub body: BodyChoice,
    /// The least confidence of a point that counts, from 0 to 1: with less it is a gap. Without, none is too low.
    pub min_confidence: Option<f32>,
}

/// Which known body the points of a take are, as [`KnownBody`](crate::known_bodies) has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyChoice {
    /// The one that their names say, else their count and the lengths between them.
    #[default]
    Auto,
    /// None: they stay points.
    None,
    /// The one that is called so: one of [`BodyChoice::words`].
    Named(&'static str),
}

impl BodyChoice {
    /// The word for points that stay points, and those for all known bodies.
    pub fn words() -> impl Iterator<Item = (&'static str, Self)> {
        let bodies = known_bodies::all().map(|body| (body.word, Self::Named(body.word)));
        [("auto", Self::Auto), ("none", Self::None)].into_iter().chain(bodies)
    }

    /// The choice with this word; that of the numbers and names where there is none.
    pub fn of(word: &str) -> Self {
        let found = Self::words().find(|(known, _)| *known == word);
        found.map_or(Self::Auto, |(_, choice)| choice)
    }

    /// Its word, where somebody has chosen.
    pub fn chosen(self) -> Option<&'static str> {
        Self::words().skip(1).find(|(_, choice)| *choice == self).map(|(word, _)| word)
    }
}

impl Options {
    /// Whether a number of frames a second can be one.
    pub fn is_rate(rate: f64) -> bool {
        is_frame_time(rate.recip())
    }
}

/// How position channels are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionReading {
    /// The numbers of the file decide, for roots and for other joints apart.
    #[default]
    Auto,
    /// A position channel takes the place of its component of OFFSET.
    Replace,
    /// A position channel is added to its component of OFFSET (equation 3.2).
    Add,
}

impl PositionReading {
    /// Every reading with the word for it on the command line.
    pub const WORDS: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("replace", Self::Replace), ("add", Self::Add)];
}
