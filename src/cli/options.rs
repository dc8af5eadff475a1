//! The options that all commands share: how files are read, what is told; and parsers of option values.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};

use super::exit::Failure;
use super::terminal::{print_message, print_note, print_warning, shown};
use crate::files::{
    Attach, LoadedReview, OpenOptions, Opened, Opener, Reviews, catch_panic, read_pipe,
};
use crate::loader::{BodyChoice, FORMATS, Format, LoadError, Options, PositionReading};
use crate::review::notes::Review;
use crate::scene::Unit;
use crate::take::{CsvTexts, Take, Warning};

#[derive(Args, Default)]
pub(super) struct ReadOptions {
    /// Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file
    #[arg(long, value_name = "READING", default_value = PositionReading::WORDS[0].0)]
    #[arg(value_parser = one_of(PositionReading::WORDS))]
    bvh_positions: PositionReading,
    /// The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes
    /// looks beside the file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    skeleton: Option<PathBuf>,
    /// Frames per second of takes whose file gives no rate, such as AMC and BonesPro
    #[arg(long, value_name = "FPS", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = rate)]
    rate: Option<f64>,
    /// The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1;
    /// without it, the first one that moves something
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    clip: Option<String>,
    /// What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as
    /// Rushes writes; without it, FILE.columns.toml beside each FILE is read
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    columns: Option<PathBuf>,
    /// Which body points are, as those of pose estimators: its name, or none for points without bones; auto decides by
    /// their names, else by their count and the lengths between them
    #[arg(long, value_name = "NAME", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = one_of(BodyChoice::words()))]
    body: BodyChoice,
    /// The least confidence of points that count, from 0 to 1: with less they are gaps
    #[arg(long, value_name = "CONFIDENCE", value_hint = ValueHint::Other, value_parser = confidence)]
    min_confidence: Option<f32>,
    /// The format of files whose contents and names do not say, as of standard input
    #[arg(long = "as", value_name = "FORMAT", value_parser = format())]
    format: Option<&'static Format>,
}

impl From<ReadOptions> for OpenOptions {
    fn from(read: ReadOptions) -> Self {
        Self {
            options: Options {
                bvh_positions: read.bvh_positions,
                rate: read.rate,
                format: read.format.map(|format| format.id),
                body: read.body,
                min_confidence: read.min_confidence,
                ..Options::default()
            },
            skeleton: read.skeleton,
            columns: read.columns,
            clip: read.clip,
            solve: None,
        }
    }
}

#[derive(Args, Clone, Copy)]
pub(super) struct CsvOptions {
    /// In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them
    #[arg(long)]
    raw_csv: bool,
}

impl CsvOptions {
    pub fn texts(self) -> CsvTexts {
        if self.raw_csv { CsvTexts::Raw } else { CsvTexts::Guarded }
    }
}

#[derive(Args)]
pub(super) struct AttachOptions {
    /// Attach an object (OBJ, GLB or glTF) to a bone, named by its joint; once for each object
    #[arg(long, value_name = "BONE=FILE", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    pub attach: Vec<Attach>,
}

#[derive(Args, Clone, Copy, Default)]
pub(super) struct Messages {
    /// Print no warnings and no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Print each file that is read, and the files that it is read with
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Refuse takes whose numbers are not those of the file: where warnings are of severity lost or
    /// changed (exit code 3)
    #[arg(long)]
    pub strict: bool,
}

/// How files are read, and what is said beside the results.
#[derive(Args, Default)]
pub(super) struct ReaderOptions {
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

impl Messages {
    /// Prints the warnings about a take. Fails where they say that numbers were lost or changed, and that is not
    /// put up with.
    pub fn report(&self, file: &Path, warnings: &[Warning]) -> Result<(), Failure> {
        if !self.quiet {
            warnings.iter().for_each(|warning| print_warning(file, warning));
        }
        self.strict_error(warnings).map_or(Ok(()), |why| Err(Failure::with_file(file, why)))
    }

    /// Why a take is not put up with, where numbers were lost or changed and that was asked for.
    pub fn strict_error(&self, warnings: &[Warning]) -> Option<String> {
        let grave = |warning: &&Warning| warning.code.severity().changes_numbers();
        let warning = warnings.iter().find(grave).filter(|_| self.strict)?;
        let (code, message) = (warning.code.word(), &warning.message);
        Some(format!("refused by --strict: {message} [{code}]"))
    }

    /// Prints as what the unit of length is taken that a file does not say.
    pub fn report_unit(&self, file: &Path, unit: &Unit) {
        if unit.is_guessed() && !self.quiet {
            print_note(file, &format!("the unit is not known, and taken as {}", unit.describe()));
        }
    }

    pub fn review(&self, file: &Path, take: &Take) -> Review {
        self.review_in(Reviews::at_home().load(&Reviews::path_of(file, take)))
    }

    /// A review that was loaded; prints what could not be read of it.
    pub fn review_in(&self, loaded: LoadedReview) -> Review {
        if !self.quiet {
            loaded.warnings.iter().for_each(|warning| print_message(warning));
        }
        loaded.review
    }
}

#[derive(Clone)]
pub(super) struct Reader {
    pub open_options: OpenOptions,
    pub messages: Messages,
}

impl Reader {
    pub fn new(options: ReaderOptions) -> Self {
        Self { open_options: options.read.into(), messages: options.messages }
    }

    /// Reads a take from a file or a pipe; `-` is standard input. Fails where it cannot be read or is no take.
    pub fn read(&self, opener: &mut Opener<'_>, file: &Path) -> Result<Opened, LoadError> {
        let opened = match read_pipe(file) {
            Some(bytes) => opener.open_bytes(file, bytes?),
            None => opener.open(file),
        }?;
        if self.messages.verbose {
            let companions = opened.companions.iter().map(|path| shown(path).to_string());
            let names = companions.collect::<Vec<_>>().join(", ");
            let with = if names.is_empty() { names } else { format!(" with {names}") };
            print_note(file, &format!("read as {}{with}", opened.take.format));
        }
        Ok(opened)
    }

    /// Reads one take, and prints its warnings.
    pub fn open(&self, file: &Path) -> Result<Take, Failure> {
        let mut opener = Opener::new(&self.open_options);
        let take = catch_panic(file, || self.read(&mut opener, file)).map_err(Failure::print)?.take;
        self.messages.report(file, &take.warnings)?;
        Ok(take)
    }
}

/// Parses the word for a format: its name in small letters, or an extension that no other has.
pub(super) fn format() -> impl TypedValueParser<Value = &'static Format> {
    let has = |format: &Format, extension: &str| format.extensions.contains(&extension);
    let is_own = move |extension: &str| FORMATS.iter().filter(|f| has(f, extension)).count() == 1;
    let words = FORMATS.iter().map(|format| {
        let word = PossibleValue::new(format.name().to_ascii_lowercase());
        word.aliases(format.extensions.iter().filter(|extension| is_own(extension)))
    });
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(move |word| {
        let mut formats = FORMATS.iter();
        formats
            .find(|format| format.name().eq_ignore_ascii_case(&word) || has(format, &word))
            .expect("the parser accepts no other word")
    })
}

/// Parses one of a list of words into what it stands for.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let words: Vec<(&'static str, T)> = words.into_iter().collect();
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).map(move |word| {
        let found = words.iter().find(|(known, _)| *known == word);
        found.expect("the parser accepts no other word").1.clone()
    })
}

/// A number in a range, or else what to write.
pub(super) fn number_in(
    range: RangeInclusive<f64>,
    word: &str,
    expected: &'static str,
) -> Result<f64, &'static str> {
    word.trim().parse().ok().filter(|number| range.contains(number)).ok_or(expected)
}

fn confidence(word: &str) -> Result<f32, &'static str> {
    number_in(0.0..=1.0, word, "write a number from 0 to 1").map(|number| number as f32)
}

pub(super) fn frame_rate(text: &str) -> Result<f64, &'static str> {
    let rate = text.trim().parse().ok().filter(|&rate| Options::is_rate(rate));
    rate.ok_or("write a number of frames a second")
}

fn rate(word: &str) -> Result<f64, &'static str> {
    let rate = word.parse().ok().filter(|&rate| Options::is_rate(rate));
    rate.ok_or("not a number of frames per second")
}
