//! File formats: bytes in memory become a [`Take`].
//!
//! Architecture invariant: no I/O. The caller finds and reads the files, companions too. A format
//! is one file here and one row in [`FORMATS`]; dialogs, drops, README and tests read that table.

mod acclaim;
mod ask;
mod bonespro;
mod bva;
mod bvh;
mod c3d;
mod csm;
mod error;
mod far;
mod foreign;
mod frames;
mod gtr;
mod htr;
mod length;
mod losses;
mod marker;
mod number;
mod pieces;
mod preview;
mod progress;
mod rate;
mod rows;
mod scanner;
mod trc;
mod undocumented;
mod up;

pub use bvh::PositionReading;
pub use error::{ErrorKind, LoadError};
pub use number::{Number, number};
pub use pieces::THREAD;
pub use preview::{Cut, Preview, has_preview, preview};
pub use progress::Progress;
pub use undocumented::{UNDOCUMENTED, Undocumented};
pub use up::settle_up;

use std::num::NonZeroUsize;

use crate::take::{Axis, Certainty, Take, Warning, cut_text};

/// A file in memory, and how its reader wants it read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file as errors name it: its name, or the path that the person gave.
    pub file: &'a str,
    /// The whole file, or its beginning: see `whole`.
    pub bytes: &'a [u8],
    /// How many bytes the whole file has, where only its beginning is there.
    pub whole: Option<usize>,
    /// Who follows the loading of this file, and may cancel it.
    pub progress: Option<&'a Progress>,
    /// What the file itself leaves open.
    pub options: Options,
    /// The files that this one is read with, those that a person chose first.
    pub companions: &'a [Companion<'a>],
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
            options: Options::default(),
            companions: &[],
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
    fn extension(&self) -> Option<String> {
        let (_, extension) = self.name().rsplit_once('.')?;
        Some(extension.to_ascii_lowercase())
    }

    /// Tells who follows the loading how many frames the file says that it has.
    /// Whether nobody waits for the take any more.
    fn is_cancelled(&self) -> bool {
        self.progress.is_some_and(Progress::is_cancelled)
    }

    fn announce(&self, frames: usize) {
        if let Some(progress) = self.progress {
            progress.announce(frames);
        }
    }

    /// A companion as a source of its own, so that errors in it name it.
    fn companion(&self, companion: &Companion<'a>) -> Self {
        Self {
            file: companion.file,
            bytes: companion.bytes,
            whole: None,
            // What is followed is the file that the take is in.
            progress: None,
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
    /// How many threads share the rows of a text; without, as many as pay off. What is read does not
    /// depend on it.
    pub threads: Option<NonZeroUsize>,
}

impl Options {
    /// Whether a number of frames a second can be one.
    pub fn is_rate(rate: f64) -> bool {
        rate::is_frame_time(rate.recip())
    }
}

/// Out of the names of the files that lie beside a file, those that it is read with, the one that
/// counts first.
pub type ChooseCompanions = fn(&Source<'_>, beside: &[&str]) -> Vec<String>;

/// The files that those of a format are read with.
pub struct Companions {
    /// The extensions that they have, in lower case: no other file is ever chosen.
    pub extensions: &'static [&'static str],
    /// Which of the files beside one it is.
    pub choose: ChooseCompanions,
}

/// One format that can be opened.
pub struct Format {
    /// As people call it.
    pub name: &'static str,
    /// Lower case, without the dot; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// A sentence on what is read, for README's table.
    pub about: &'static str,
    /// Whether the contents look like this format, whatever the file is called.
    pub recognises: fn(&[u8]) -> bool,
    /// The axis that its files have up where they do not say.
    pub up: Axis,
    /// Which files this one is read with; `None` where everything is in the file itself.
    pub companions: Option<Companions>,
    /// How many of the first bytes of a file are whole frames, for those to show before the end is
    /// read; `None` where the first frames are only known with the last ones.
    pub cut: Option<Cut>,
    /// Reads a take.
    pub load: fn(&Source<'_>) -> Result<Take, LoadError>,
}

impl Format {
    /// Extensions that say nothing, because files of every kind have them: there, only contents tell.
    const COMMON: [&str; 1] = ["txt"];

    /// Whether the extension, in lower case, is enough to say that a file is of this format.
    pub fn claims(&self, extension: &str) -> bool {
        self.extensions.contains(&extension) && !Self::COMMON.contains(&extension)
    }
}

/// Every format that can be opened, the usual ones first. Contents are tried from the last to the
/// first, because what a usual format takes for its own may be a rare one: an ASK looks like the
/// beginning of a BVH.
pub const FORMATS: &[Format] = &[
    bvh::FORMAT,
    htr::FORMAT,
    gtr::FORMAT,
    acclaim::AMC,
    acclaim::ASF,
    bonespro::FORMAT,
    trc::FORMAT,
    c3d::FORMAT,
    csm::FORMAT,
    bva::FORMAT,
    ask::FORMAT,
];

/// Reads a take in whichever format it is: its contents decide first, then its extension.
///
/// # Errors
/// [`LoadError`] with the place in the file, where the take could be wrong.
pub fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    if let Some(error) = foreign::refusal(source) {
        return Err(error);
    }
    let Some(format) = format_of(source) else {
        return Err(undocumented::refusal(source).unwrap_or_else(|| {
            let known: Vec<&str> = FORMATS.iter().map(|f| f.name).collect();
            LoadError::new(source, ErrorKind::UnknownFormat)
                .hint(format!("Rushes opens {}", known.join(", ")))
        }));
    };
    let mut take = (format.load)(source)?;
    // Some formats need to know it while they load, and have it settled then.
    if take.units.up.certainty == Certainty::Assumed {
        up::settle(&mut take);
    }
    far::tell(&mut take);
    cut_notes(&mut take);
    if let Some(rate) = source.options.rate.filter(|&rate| Options::is_rate(rate))
        && take.motion.rate_is_assumed()
    {
        take.motion = take.motion.assuming(rate.recip());
        take.warnings.push(Warning {
            place: None,
            message: format!("{} were asked for instead", rate::frames_a_second(rate)),
            count: 1,
        });
    }
    if let Some(extension) = source.extension()
        && !format.extensions.contains(&extension.as_str())
    {
        take.warnings.push(Warning {
            place: None,
            message: format!(
                "the file is called .{extension} and holds {}: what it holds decides",
                format.name
            ),
            count: 1,
        });
    }
    Ok(take)
}

/// Cuts what a file says of itself and of moments where it is longer than anybody reads.
fn cut_notes(take: &mut Take) {
    /// In characters.
    const LONGEST_NOTE: usize = 4096;
    let details = take.details.iter_mut().map(|detail| &mut detail.text);
    let events = take.events.iter_mut().map(|event| &mut event.label);
    let texts = details.chain(events);
    let count = texts
        .filter_map(|text| cut_text(text, LONGEST_NOTE).then_some(()))
        .count();
    if count > 0 {
        take.warnings.push(Warning {
            place: None,
            message: format!("a note is longer than {LONGEST_NOTE} characters: it is cut there"),
            count,
        });
    }
}

/// How the companions of this file are chosen; `None` where it has none, whatever lies beside it.
pub fn companions(source: &Source<'_>) -> Option<ChooseCompanions> {
    let companions = format_of(source)?.companions.as_ref()?;
    Some(companions.choose)
}

/// Whose file this is: by its contents, where they fit several formats by its extension among these,
/// and by its extension alone where they fit none.
fn format_of(source: &Source<'_>) -> Option<&'static Format> {
    let extension = source.extension().unwrap_or_default();
    let fits = |format: &&Format| (format.recognises)(source.bytes);
    let by_extension = FORMATS
        .iter()
        .find(|format| format.extensions.contains(&extension.as_str()));
    let of_both = by_extension.filter(fits);
    let by_extension = by_extension.filter(|format| format.claims(&extension));
    of_both.or_else(|| FORMATS.iter().rfind(fits).or(by_extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_the_name_without_folder_and_extension() {
        for (file, stem) in [
            ("walk.bvh", "walk"),
            ("/takes/a.b/walk.v2.bvh", "walk.v2"),
            ("C:\\takes\\walk.bvh", "walk"),
            (".bvh", ".bvh"),
            ("walk", "walk"),
        ] {
            assert_eq!(Source::new(file, b"").stem(), stem);
        }
    }

    #[test]
    fn a_text_file_is_of_no_format_by_its_name() {
        let known = |file| format_of(&Source::new(file, b"a list of takes")).is_some();
        assert!(known("takes.bvh") && !known("takes.txt"));
    }

    #[test]
    fn extensions_are_lower_case_and_belong_to_one_format() {
        let mut all: Vec<&str> = FORMATS.iter().flat_map(|f| f.extensions).copied().collect();
        assert!(all.iter().all(|e| *e == e.to_ascii_lowercase()));
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn contents_decide_before_the_extension() {
        let bvh = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n";
        for (file, text, format) in [
            ("a.bvh", bvh, Some("BVH")),
            ("a.bva", bvh, Some("BVH")),
            ("a", bvh, Some("BVH")),
            ("a.BVA", "words", Some("BVA")),
            ("a.words", "words", None),
            ("a", "words", None),
        ] {
            let found = format_of(&Source::new(file, text.as_bytes()));
            assert_eq!(found.map(|f| f.name), format, "{file}");
        }
    }
}
