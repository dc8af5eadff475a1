//! A table as a stream of batches, without files: takes are read ahead on all cores, and few are in memory.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::facts::{TakeFacts, take_rows};
use super::frames::FrameBatches;
use super::schema::Table;
use crate::files::{Ahead, Nothing, OpenOptions, Opener, are_many, catch_panic, each_file};
use crate::review::checks::Limits;

/// How many takes a batch of their table has.
const TAKES: usize = 256;

/// What a stream is to have.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    pub table: Table,
    pub open_options: OpenOptions,
    /// What the checks measure against; without, they are left out.
    pub limits: Option<Limits>,
    /// Whether a file that cannot be read ends the stream; else it has no frames, and a row of takes that says why.
    pub is_strict: bool,
}

/// Batches of a table, in the order of files.
pub struct Stream {
    schema: SchemaRef,
    batches: Ahead<Batch>,
}

type Batch = Result<RecordBatch, ArrowError>;

impl Stream {
    /// The rows of some files, each of which is called by its path.
    ///
    /// # Errors
    /// Where the system has no thread for it.
    pub fn begin(files: Vec<PathBuf>, options: StreamOptions) -> std::io::Result<Self> {
        let schema = options.table.schema();
        let run = move |send: &SyncSender<Batch>| {
            let mut open_options = options.open_options.clone();
            open_options.options.threads = are_many(files.len()).then_some(NonZeroUsize::MIN);
            let work = |opener: &mut Opener<'_>, place: usize| options.rows(opener, &files[place]);
            let mut facts = Vec::new();
            let sent = each_file(
                files.len(),
                || Opener::new(&open_options),
                work,
                |_, rows| {
                    let (fact, batches) = match rows {
                        Ok(rows) => rows,
                        Err(error) => return send.send(Err(error)).and(Err(gone())),
                    };
                    facts.extend(fact);
                    if facts.len() >= TAKES {
                        send.send(take_rows(&std::mem::take(&mut facts)))?;
                    }
                    batches.into_iter().try_for_each(|batch| send.send(batch))
                },
            );
            if sent.is_ok() && !facts.is_empty() {
                // Whoever is gone needs no more.
                let _ = send.send(take_rows(&facts));
            }
        };
        Ok(Self { schema, batches: Ahead::begin("stream", run)? })
    }
}

/// What ends going through files.
fn gone() -> std::sync::mpsc::SendError<Batch> {
    std::sync::mpsc::SendError(Err(ArrowError::ComputeError("ended".into())))
}

/// What there is of a file: its row, and those of its frames.
type Rows = (Option<TakeFacts>, Vec<Batch>);

impl StreamOptions {
    fn rows(&self, opener: &mut Opener<'_>, path: &Path) -> Result<Rows, ArrowError> {
        let key = path.to_string_lossy().into_owned();
        let made = catch_panic(path, || {
            let take = opener.open(path)?.take;
            Ok(match self.table {
                Table::Frames => (None, FrameBatches::new(&take, &key).collect()),
                Table::Takes => {
                    let facts = TakeFacts::of_take(key.clone(), path, &take, self.limits.as_ref());
                    (Some(facts), Vec::new())
                }
            })
        });
        match made {
            Ok(rows) => Ok(rows),
            Err(error) if self.is_strict => Err(ArrowError::ExternalError(Box::new(error))),
            Err(error) => {
                let is_of_takes = self.table == Table::Takes;
                Ok((is_of_takes.then(|| TakeFacts::of_error(key, path, &error)), Vec::new()))
            }
        }
    }
}

impl Iterator for Stream {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        match self.batches.take(Duration::MAX) {
            Ok(batch) => Some(batch),
            Err(Nothing::Failed) => {
                Some(Err(ArrowError::ComputeError("reading has failed: rows are missing".into())))
            }
            Err(Nothing::More | Nothing::Yet) => None,
        }
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
