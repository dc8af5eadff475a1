//! A file of frames: which rows are of which take, and those of one.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::file::metadata::PageIndexPolicy;

use super::super::Source;
use super::super::clips::join_first;
use super::super::error::{ErrorKind, LoadError};
use super::super::positions::Stamp;
use super::super::reporter::ProgressReporter;
use super::super::sampled::max_values;
use super::super::word::plain_text;
use super::contents::{CONTENTS, Contents};
use super::lists::{doubles_of, integers_of, numbers_of};
use super::page_sizes::{largest_dictionary, swollen};

/// How many rows are read at a time; fewer where their keys may be longer altogether than so many bytes.
const BATCH: usize = 1024;
const KEY_BYTES: usize = 1 << 22;

/// The columns of a file of frames.
const TAKE: &str = "take";
const FRAME: &str = "frame";
const TIME: &str = "time";
const NUMBER: &str = "number";
const POSITIONS: &str = "positions";
const ROTATIONS: &str = "rotations";

/// A file of frames that is open.
pub(super) struct FrameTable<'s, 'a> {
    pub source: &'s Source<'a>,
    bytes: Bytes,
    metadata: ArrowReaderMetadata,
    /// What the footer says of the takes; nothing where another program has left it out.
    pub contents: Contents,
}

/// Where the rows of a take are, in the order of the file.
pub(super) struct TakeRows {
    pub key: String,
    runs: Vec<Range<usize>>,
}

/// The rows of a take, in the order of its frames.
#[derive(Default)]
pub(super) struct Rows {
    pub stamps: Vec<Stamp>,
    /// How many joints each row has.
    pub joints: usize,
    /// Three numbers for each joint of each row.
    pub positions: Vec<f32>,
    /// Four numbers for each joint of each row, NaN where they are missing; empty where the file has none.
    pub rotations: Vec<f32>,
    /// How many rows have no rotations, where the file has some.
    pub unturned: usize,
}

impl<'s, 'a> FrameTable<'s, 'a> {
    pub fn open(source: &'s Source<'a>) -> Result<Self, LoadError> {
        let bytes = Bytes::copy_from_slice(source.bytes);
        // What the columns were in the memory of who wrote them does not matter: texts and lists have several forms there.
        let options = ArrowReaderOptions::new()
            .with_skip_arrow_metadata(true)
            .with_offset_index_policy(PageIndexPolicy::Optional);
        let metadata = held(source, || ArrowReaderMetadata::load(&bytes, options))?;
        let schema = metadata.schema();
        let missing = [TAKE, FRAME, TIME, POSITIONS].into_iter();
        let missing: Vec<&str> =
            missing.filter(|name| schema.field_with_name(name).is_err()).collect();
        if !missing.is_empty() {
            return Err(other_table(
                source,
                schema.fields().iter().map(|field| field.name().as_str()),
            ));
        }
        let rows = metadata.metadata().file_metadata().num_rows();
        if usize::try_from(rows).is_ok_and(|rows| rows > max_values(source.bytes.len())) {
            return Err(LoadError::new(source, ErrorKind::NoMemory));
        }
        if let Some(wrong) = swollen(source.bytes, metadata.metadata()) {
            return Err(LoadError::new(source, wrong));
        }
        let pairs = metadata.metadata().file_metadata().key_value_metadata();
        let contents = pairs.and_then(|pairs| pairs.iter().find(|pair| pair.key == CONTENTS));
        let contents = contents.and_then(|pair| serde_json::from_str(pair.value.as_ref()?).ok());
        Ok(Self { source, bytes, metadata, contents: contents.unwrap_or_default() })
    }

    /// The takes, in the order in which they begin.
    pub fn takes(&self) -> Result<Vec<TakeRows>, LoadError> {
        let mut takes: Vec<TakeRows> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut row = 0;
        let longest = largest_dictionary(self.source.bytes, self.metadata.metadata(), TAKE);
        let size = (KEY_BYTES / longest.max(1)).clamp(1, BATCH);
        for batch in self.batches(&[TAKE], None, size)? {
            let batch = batch?;
            let keys = batch.column(0).as_string_opt::<i32>();
            let keys = keys.ok_or_else(|| self.of_other_type(TAKE))?;
            let mut begin = 0;
            while begin < keys.len() {
                let key = keys.value(begin);
                let same = (begin..keys.len()).take_while(|&at| keys.value(at) == key).count();
                let run = row + begin..row + begin + same;
                let place = *places.entry(key.to_string()).or_insert_with(|| {
                    takes.push(TakeRows { key: key.to_string(), runs: Vec::new() });
                    takes.len() - 1
                });
                match takes[place].runs.last_mut().filter(|last| last.end == run.start) {
                    Some(last) => last.end = run.end,
                    None => takes[place].runs.push(run),
                }
                begin += same;
            }
            row += keys.len();
        }
        let said = self.metadata.metadata().file_metadata().num_rows();
        if usize::try_from(said) != Ok(row) {
            let message = format!("{said} rows are announced, and {row} are there");
            return Err(LoadError::new(self.source, ErrorKind::Contradiction(message)));
        }
        Ok(takes)
    }

    /// The rows of a take.
    pub fn rows(&self, take: &TakeRows) -> Result<Rows, LoadError> {
        let has = |name: &&&str| self.metadata.schema().field_with_name(name).is_ok();
        let columns = [FRAME, TIME, NUMBER, POSITIONS, ROTATIONS];
        let columns: Vec<&str> = columns.iter().filter(has).copied().collect();
        let count: usize = take.runs.iter().map(Range::len).sum();
        self.source.announce(count);
        let len = self.source.bytes.len();
        let mut reporter = ProgressReporter::through(self.source);
        let mut rows = Rows::default();
        for batch in self.batches(&columns, Some(&take.runs), BATCH)? {
            rows.add(self, &batch?)?;
            let done = rows.stamps.len() as f64 / count.max(1) as f64;
            reporter.advance(self.source, (done * len as f64) as usize)?;
        }
        reporter.end(len);
        if rows.unturned == rows.stamps.len() {
            (rows.unturned, rows.rotations) = (0, Vec::new());
        }
        rows.sort();
        Ok(rows)
    }

    /// Some columns of all rows, or of some of them, so many rows at a time.
    fn batches(
        &self,
        columns: &[&str],
        runs: Option<&[Range<usize>]>,
        size: usize,
    ) -> Result<impl Iterator<Item = Result<RecordBatch, LoadError>>, LoadError> {
        let metadata = self.metadata.clone();
        let file = metadata.metadata().file_metadata();
        let mask = ProjectionMask::columns(file.schema_descr(), columns.iter().copied());
        let rows = usize::try_from(file.num_rows()).unwrap_or_default();
        let mut reader =
            ParquetRecordBatchReaderBuilder::new_with_metadata(self.bytes.clone(), metadata)
                .with_projection(mask)
                .with_batch_size(size);
        if let Some(runs) = runs {
            let runs = runs.iter().cloned();
            reader = reader.with_row_selection(RowSelection::from_consecutive_ranges(runs, rows));
        }
        let mut reader = held(self.source, || reader.build())?;
        let next = move || held(self.source, || reader.next().transpose()).transpose();
        Ok(std::iter::from_fn(next))
    }

    /// Why there is nothing to show.
    pub fn nothing(&self) -> LoadError {
        LoadError::new(self.source, ErrorKind::NothingToShow("the file has no rows".into()))
    }

    fn of_other_type(&self, column: &str) -> LoadError {
        let found = self.metadata.schema().field_with_name(column);
        let found = found.map_or_else(|_| "nothing".into(), |field| field.data_type().to_string());
        let found = plain_text(&found);
        let what = format!("the column {column} as `rushes dataset --schema` has it");
        LoadError::new(self.source, ErrorKind::Expected { what, found })
    }
}

impl Rows {
    fn add(&mut self, table: &FrameTable<'_, '_>, batch: &RecordBatch) -> Result<(), LoadError> {
        let column = |name: &'static str| {
            batch.column_by_name(name).ok_or_else(|| table.of_other_type(name))
        };
        let other = |name: &'static str| move || table.of_other_type(name);
        let times = doubles_of(column(TIME)?).ok_or_else(other(TIME))?;
        let frames = integers_of(column(FRAME)?).ok_or_else(other(FRAME))?;
        let numbers = column(NUMBER).ok().and_then(integers_of);
        let positions = numbers_of(column(POSITIONS)?, 3);
        let positions = positions.ok_or_else(other(POSITIONS))?;
        let rotations = match column(ROTATIONS) {
            Ok(all) => Some(numbers_of(all, 4).ok_or_else(other(ROTATIONS))?),
            Err(_) => None,
        };
        for row in 0..batch.num_rows() {
            let places = positions.row(row);
            let joints = places.len() / 3;
            if self.stamps.is_empty() {
                self.joints = joints;
            }
            if joints != self.joints {
                let message = format!(
                    "frame {} has {joints} joints, the first one of the take {}",
                    frames[row].unwrap_or_default(),
                    self.joints
                );
                return Err(LoadError::new(table.source, ErrorKind::Contradiction(message)));
            }
            if self.positions.len() + places.len() > max_values(table.source.bytes.len()) {
                return Err(LoadError::new(table.source, ErrorKind::NoMemory));
            }
            let number = numbers.as_ref().and_then(|all| all[row]);
            self.stamps.push(Stamp::new(frames[row].unwrap_or_default(), number, times[row]));
            self.positions.extend_from_slice(places);
            let Some(rotations) = &rotations else { continue };
            let turns = rotations.row(row);
            if turns.len() == 4 * joints {
                self.rotations.extend_from_slice(turns);
            } else {
                self.rotations.extend(std::iter::repeat_n(f32::NAN, 4 * joints));
                self.unturned += 1;
            }
        }
        Ok(())
    }

    /// Puts them into the order of the frames.
    fn sort(&mut self) {
        let is_later = |pair: &[Stamp]| pair[0].frame <= pair[1].frame;
        if self.stamps.windows(2).all(is_later) {
            return;
        }
        let mut order: Vec<usize> = (0..self.stamps.len()).collect();
        order.sort_by(|&a, &b| self.stamps[a].frame.total_cmp(&self.stamps[b].frame));
        self.stamps = order.iter().map(|&row| self.stamps[row]).collect();
        for (values, width) in [(&mut self.positions, 3), (&mut self.rotations, 4)] {
            let width = width * self.joints;
            let rows = order.iter().filter_map(|row| values.get(row * width..(row + 1) * width));
            *values = rows.flatten().copied().collect();
        }
    }
}

/// What comes of the library's work, which fails in both ways: some damage it does not look for.
fn held<T, E: std::fmt::Display>(
    source: &Source<'_>,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, LoadError> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.map_err(|_| damaged(source, ""))?.map_err(|error| damaged(source, &error.to_string()))
}

/// What the library complains about, it says of its own inside: only what somebody can do about is told apart.
fn damaged(source: &Source<'_>, complaint: &str) -> LoadError {
    let has = |words: &[&str]| words.iter().any(|word| complaint.contains(word));
    let (message, hint) = if has(&["Disabled feature", "NYI", "not yet implemented"]) {
        ("its columns are packed in a way that is not read", "write it with zstd or with snappy")
    } else if has(&["EOF", "Corrupt footer", "fill whole buffer"]) {
        ("the Parquet file ends too early", "the file may be cut off: copy or write it again")
    } else {
        ("the Parquet file is damaged: what it says of its columns cannot be", "write it again")
    };
    LoadError::new(source, ErrorKind::NothingToShow(message.into())).hint(hint)
}

/// Why a table of other columns is not read.
fn other_table<'n>(source: &Source<'_>, columns: impl Iterator<Item = &'n str>) -> LoadError {
    let columns: Vec<&str> = columns.collect();
    let has = |name: &str| columns.contains(&name);
    let (what, hint) = if has("episode_index") && has("frame_index") {
        (
            "a data set of LeRobot, with what a robot measured and was told".to_string(),
            "its states are in the columns observation.state and action",
        )
    } else if has("take") && has("joints") {
        (
            "the table of takes of a data set".to_string(),
            "open a file out of the folder frames beside it",
        )
    } else {
        let some = columns.iter().map(|name| plain_text(name));
        let some = join_first(some, 12);
        (
            format!("a table of other columns: {some}"),
            "tables of frames are what `rushes dataset` writes",
        )
    };
    LoadError::new(source, ErrorKind::NothingToShow(format!("this is {what}"))).hint(hint)
}
