//! Writing a data set: files are read on all cores, and their rows written part by part in the order of their names.

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use arrow_array::RecordBatch;

use super::facts::TakeFacts;
use super::frames::FrameBatches;
use super::part::{KnownTake, Part, PartPaths, shared_otherwise, takes_of};
use super::schema::Table;
use crate::files::{FileStamp, OpenOptions, Opened, Opener, are_many, catch_panic, each_file};
use crate::loader::LoadError;
use crate::review::checks::Limits;

/// Which part of the work a machine does: the second of eight is `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Which of so many takes, in their order.
    fn range(self, takes: usize) -> Range<usize> {
        let end = |shard: usize| takes * shard / self.count;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let numbers = word.split_once('/').map(|(number, count)| [number, count]);
        let numbers = numbers.map(|both| both.map(|text| text.trim().parse::<usize>()));
        match numbers {
            Some([Ok(number), Ok(count)]) if (1..=count).contains(&number) && count < 100_000 => {
                Ok(Self { number, count })
            }
            _ => Err("write which of how many, such as 2/8"),
        }
    }
}

/// Takes that are to be a data set.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Each file with what its take is called in the tables.
    pub files: Vec<(PathBuf, String)>,
    pub open_options: OpenOptions,
    /// What the checks measure against; without, they are left out.
    pub limits: Option<Limits>,
    pub shard: Shard,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many takes this shard has.
    pub takes: usize,
    /// How many of them were there from before.
    pub kept: usize,
    /// How many cannot be read; they have rows that say why.
    pub unreadable: usize,
    pub frames: usize,
    /// How many parts were written.
    pub parts: usize,
}

/// Why there is no data set, or not all of it.
#[derive(Debug)]
pub enum ExportError {
    /// The folder holds another data set, or what cannot be read.
    Other(String),
    Unwritable(PathBuf, io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(why) => write!(f, "{why}"),
            Self::Unwritable(path, error) => {
                write!(
                    f,
                    "{}: cannot be written: {}",
                    path.display(),
                    crate::files::reason(error, "folder")
                )
            }
        }
    }
}

impl std::error::Error for ExportError {}

/// What was read of a file: its row, and those of its frames.
type Rows = (TakeFacts, Vec<RecordBatch>);

impl Dataset {
    /// What decides on the bytes beside the files themselves.
    fn made_by(&self) -> String {
        let Self { open_options, limits, shard: Shard { number, count }, .. } = self;
        let options = crate::take::fnv_1a(format!("{open_options:?} {limits:?}").bytes());
        format!(
            "rushes {} shard {number}/{count} options {options:016x}",
            env!("CARGO_PKG_VERSION")
        )
    }

    /// Writes the tables below a folder. What is there from a run that ended early stays, and is gone on with. `told` gets
    /// how many takes are done, and each error.
    ///
    /// # Errors
    /// Where the folder holds another data set, or cannot be written. Files that cannot be read are rows.
    pub fn export(
        &self,
        folder: &Path,
        mut told: impl FnMut(usize, Option<&LoadError>),
    ) -> Result<Summary, ExportError> {
        let mut files = self.files.clone();
        files.sort_by(|(_, a), (_, b)| a.cmp(b));
        if let Some([(a, key), (b, _)]) = files.array_windows().find(|[(_, a), (_, b)]| a == b) {
            return Err(ExportError::Other(format!(
                "{} and {} would both be called {key} in the tables: give the folder that both are in, with -r",
                a.display(),
                b.display()
            )));
        }
        let files = &files[self.shard.range(files.len())];
        let unwritable = |error: io::Error| ExportError::Unwritable(folder.to_path_buf(), error);
        for table in Table::ALL {
            std::fs::create_dir_all(folder.join(table.word())).map_err(unwritable)?;
        }
        if let Some(other) = shared_otherwise(folder, self.shard.count).map_err(unwritable)? {
            return Err(ExportError::Other(format!(
                "{}: it is of work that was shared in another way, or of no data set: write into another folder",
                other.display()
            )));
        }
        let made_by = self.made_by();
        let shard = [self.shard.number, self.shard.count];
        let (mut number, kept) = kept(folder, shard, &made_by, files)?;
        let mut summary = Summary { takes: files.len(), kept, ..Summary::default() };
        let files = &files[kept..];
        let mut open_options = self.open_options.clone();
        open_options.options.threads = are_many(files.len()).then_some(NonZeroUsize::MIN);
        let mut part: Option<Part> = None;
        let done = |place: usize, (rows, error): (io::Result<Rows>, Option<LoadError>)| {
            let (facts, batches) = rows?;
            summary.unreadable += usize::from(error.is_some());
            summary.frames += batches.iter().map(RecordBatch::num_rows).sum::<usize>();
            let mut open = match part.take() {
                Some(part) => part,
                None => Part::begin(PartPaths::new(folder, shard, number), &made_by)?,
            };
            open.add(facts, &batches)?;
            if open.is_full() {
                open.finish()?;
                (number, summary.parts) = (number + 1, summary.parts + 1);
            } else {
                part = Some(open);
            }
            told(kept + place + 1, error.as_ref());
            Ok(())
        };
        let begin = || Opener::new(&open_options);
        each_file(files.len(), begin, |opener, place| self.rows(opener, &files[place]), done)
            .map_err(unwritable)?;
        if let Some(part) = part {
            part.finish().map_err(unwritable)?;
            summary.parts += 1;
        }
        Ok(summary)
    }

    fn rows(
        &self,
        opener: &mut Opener<'_>,
        (path, key): &(PathBuf, String),
    ) -> (io::Result<Rows>, Option<LoadError>) {
        let made = catch_panic(path, || {
            let Opened { take, .. } = opener.open(path)?;
            let facts = TakeFacts::of_take(key.clone(), path, &take, self.limits.as_ref());
            Ok((facts, FrameBatches::new(&take, key).collect::<Result<Vec<_>, _>>()))
        });
        match made {
            Ok((facts, batches)) => {
                (batches.map(|batches| (facts, batches)).map_err(io::Error::other), None)
            }
            Err(error) => {
                (Ok((TakeFacts::of_error(key.clone(), path, &error), Vec::new())), Some(error))
            }
        }
    }
}

/// How many parts are there from before, and how many of the files are in them.
fn kept(
    folder: &Path,
    shard: [usize; 2],
    made_by: &str,
    files: &[(PathBuf, String)],
) -> Result<(usize, usize), ExportError> {
    let (mut number, mut count) = (0, 0);
    while let Some(takes) =
        takes_of(&PartPaths::new(folder, shard, number), made_by).map_err(ExportError::Other)?
    {
        let rest = files.get(count..count + takes.len());
        let is_same = |((path, key), known): (&(PathBuf, String), &KnownTake)| {
            let now = FileStamp::of(path).map(|stamp| stamp.size as i64);
            *key == known.key && now.unwrap_or(0) == known.size.unwrap_or(0)
        };
        if !rest.is_some_and(|rest| rest.iter().zip(&takes).all(is_same)) {
            let path = folder.display();
            return Err(ExportError::Other(format!(
                "{path}: its takes are not those that were named, or have changed since: write into another folder"
            )));
        }
        (number, count) = (number + 1, count + takes.len());
    }
    Ok((number, count))
}
