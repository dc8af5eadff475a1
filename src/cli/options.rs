//! The options that all commands share: how files are read, what is told; and parsers of option values.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};

use super::exit::Failure;
use super::terminal::{print_error_line, print_message, print_note, print_warning, shown};
use crate::files::{Attach, Loaded, OpenOptions, Opened, Opener, Reviews, catch_panic, read_pipe};
use crate::loader::{FORMATS, Format, LoadError, Options, PositionReading};
use crate::review::notes::Review;
use crate::scene::Unit;
use crate::take::{CsvTexts, Take, Warning};

/// How files are read.
#[derive(Args)]
pub(super) struct ReadOptions {
    /// Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in
    /// the file
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
                format: read.format.map(|format| format.name),
                ..Options::default()
            },
            skeleton: read.skeleton,
            columns: read.columns,
            clip: read.clip,
            ..Self::default()
        }
    }
}

/// How texts stand in CSV.
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

/// What bones take along.
#[derive(Args)]
pub(super) struct AttachOptions {
    /// Attach an object (OBJ, GLB or glTF) to a bone, named by its joint; once for each object
    #[arg(long, value_name = "BONE=FILE", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    pub attach: Vec<Attach>,
}

/// What a command tells beside its results, and what it puts up with.
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

impl Messages {
    /// Prints the warnings about a take.
    ///
    /// # Errors
    /// Where they say that numbers were lost or changed, and that is not put up with.
    pub fn tell(&self, file: &Path, warnings: &[Warning]) -> Result<(), Failure> {
        if !self.quiet {
            warnings.iter().for_each(|warning| print_warning(file, warning));
        }
        match self.refused(warnings) {
            None => Ok(()),
            Some(why) => {
                print_error_line(&format!("{}: {why}", shown(file)));
                Err(Failure::File)
            }
        }
    }

    /// Why a take is not put up with, where numbers were lost or changed and that was asked for.
    pub fn refused(&self, warnings: &[Warning]) -> Option<String> {
        let grave = |warning: &&Warning| warning.code.severity().changes_numbers();
        let warning = warnings.iter().find(grave).filter(|_| self.strict)?;
        let (code, message) = (warning.code.word(), &warning.message);
        Some(format!("refused by --strict: {message} [{code}]"))
    }

    /// Prints as what the unit of length is taken that a file does not say.
    pub fn tell_unit(&self, file: &Path, unit: &Unit) {
        if unit.is_guessed() && !self.quiet {
            let taken = unit.told();
            print_note(file, &format!("the unit is not known, and taken as {taken}"));
        }
    }

    /// What reviewers have added to a take; prints what could not be read of that.
    pub fn review(&self, file: &Path, take: &Take) -> Review {
        self.loaded(Reviews::at_home().load(&Reviews::path_of(file, take)))
    }

    /// A review that was loaded; prints what could not be read of it.
    pub fn loaded(&self, loaded: Loaded) -> Review {
        if !self.quiet {
            let warnings = loaded.warnings.iter();
            warnings.for_each(|warning| print_message(warning));
        }
        loaded.review
    }

    /// Prints that a file was read.
    pub fn tell_read(&self, file: &Path, opened: &Opened) {
        if self.verbose {
            let with = opened.companions.iter().map(|path| shown(path).to_string());
            let with = with.collect::<Vec<_>>().join(", ");
            let with = if with.is_empty() { with } else { format!(" with {with}") };
            print_note(file, &format!("read as {}{with}", opened.take.format));
        }
    }
}

/// Reads files as the options say.
#[derive(Clone)]
pub(super) struct Reader {
    pub open_options: OpenOptions,
    pub messages: Messages,
}

impl Reader {
    pub fn new(read: ReadOptions, messages: Messages) -> Self {
        let open_options = read.into();
        Self { open_options, messages }
    }

    /// The same, with so many threads a file.
    pub fn with_threads(&self, threads: Option<usize>) -> Self {
        let mut reader = self.clone();
        reader.open_options.options.threads = threads.and_then(NonZeroUsize::new);
        reader
    }

    /// Reads a take from a file or a pipe; `-` is standard input.
    ///
    /// # Errors
    /// Where it cannot be read or is no take.
    pub fn read(&self, opener: &mut Opener<'_>, file: &Path) -> Result<Opened, LoadError> {
        let opened = match read_pipe(file) {
            Some(bytes) => opener.open_bytes(file, bytes?),
            None => opener.open(file),
        }?;
        self.messages.tell_read(file, &opened);
        Ok(opened)
    }

    /// Reads one take, and prints its warnings.
    ///
    /// # Errors
    /// As [`Self::read`] and [`Messages::tell`]; why is printed.
    pub fn open(&self, file: &Path) -> Result<Take, Failure> {
        let mut opener = Opener::new(&self.open_options);
        let take = or_print(catch_panic(file, || self.read(&mut opener, file)))?.take;
        self.messages.tell(file, &take.warnings)?;
        Ok(take)
    }
}

/// What came of a file; prints why where nothing did.
pub(super) fn or_print<T>(result: Result<T, LoadError>) -> Result<T, Failure> {
    result.map_err(|error| {
        print_error_line(&error.to_string());
        Failure::File
    })
}

/// Parses the word for a format: its name in small letters, or an extension that no other has.
pub(super) fn format() -> impl TypedValueParser<Value = &'static Format> {
    let has = |format: &Format, extension: &str| format.extensions.contains(&extension);
    let is_own = move |extension: &str| FORMATS.iter().filter(|f| has(f, extension)).count() == 1;
    let words = FORMATS.iter().map(|format| {
        let word = PossibleValue::new(format.name.to_ascii_lowercase());
        let extensions = format.extensions.iter();
        word.aliases(extensions.filter(|extension| is_own(extension)))
    });
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(move |word| {
        let is_it =
            |format: &&Format| format.name.eq_ignore_ascii_case(&word) || has(format, &word);
        let found = FORMATS.iter().find(is_it);
        found.expect("the parser accepts no other word")
    })
}

/// Parses one of a list of words into what it stands for.
pub(super) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(words.each_ref().map(|(word, _)| *word));
    parser.map(move |word| {
        let found = words.iter().find(|(known, _)| *known == word);
        found.expect("the parser accepts no other word").1.clone()
    })
}

fn rate(word: &str) -> Result<f64, &'static str> {
    let rate = word.parse().ok().filter(|&rate| Options::is_rate(rate));
    rate.ok_or("not a number of frames per second")
}

/// The name that a word was likely meant for.
pub(super) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.map(|name| (strsim::jaro_winkler(word, name), name));
    let nearest = near.max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.filter(|(near, _)| *near > 0.8).map(|(_, name)| name)
}
