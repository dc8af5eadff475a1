//! A part: a file of frames with the file of its takes beside it. It is there once the second one is.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowWriter, encode_arrow_schema};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::facts::{TakeFacts, take_rows};
use super::schema::Table;
use crate::files::Waiting;
use crate::loader::{CONTENTS, Contents};

/// A part is full with so many bytes of positions and rotations, and so many rows: then its file has about 100 MB.
const FULL_BYTES: usize = 120 << 20;
const FULL_ROWS: usize = 100_000;
/// It is full with so many bytes, however few rows it has: what is not written yet is in memory.
const MOST_BYTES: usize = 4 * FULL_BYTES;

/// Where the files of a part are.
pub(super) struct PartPaths {
    pub frames: PathBuf,
    pub takes: PathBuf,
}

impl PartPaths {
    /// The `number`th part of a shard, from 0.
    pub fn new(folder: &Path, [shard, shards]: [usize; 2], number: usize) -> Self {
        let name = format!("{shard:05}-of-{shards:05}-{number:05}.parquet");
        let path = |table: Table| folder.join(table.word()).join(&name);
        Self { frames: path(Table::Frames), takes: path(Table::Takes) }
    }
}

/// A file of takes below a folder that is of work shared in another way: its rows would be there twice.
///
/// # Errors
/// Where the folder cannot be looked into.
pub(super) fn shared_otherwise(folder: &Path, shards: usize) -> io::Result<Option<PathBuf>> {
    let own = format!("-of-{shards:05}-");
    for entry in std::fs::read_dir(folder.join(Table::Takes.word()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".parquet") && !name.contains(&own) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// A part that is written.
pub(super) struct Part {
    paths: PartPaths,
    /// How it was asked for: what is gone on with has to be asked for in the same way.
    made_by: String,
    frames: ArrowWriter<BufWriter<File>>,
    file: Waiting,
    takes: Vec<TakeFacts>,
    bytes: usize,
    rows: usize,
}

impl Part {
    pub fn begin(paths: PartPaths, made_by: &str) -> io::Result<Self> {
        let file = Waiting::begin(&paths.frames)?;
        let options = ArrowWriterOptions::new()
            .with_properties(properties(Table::Frames, made_by))
            .with_skip_arrow_metadata(true);
        let out = BufWriter::new(file.file()?);
        let frames = ArrowWriter::try_new_with_options(out, Table::Frames.schema(), options)?;
        let (made_by, takes) = (made_by.into(), Vec::new());
        Ok(Self { paths, made_by, frames, file, takes, bytes: 0, rows: 0 })
    }

    /// Adds a take with its frames.
    pub fn add(&mut self, facts: TakeFacts, batches: &[RecordBatch]) -> io::Result<()> {
        for batch in batches {
            self.frames.write(batch)?;
            self.rows += batch.num_rows();
            self.bytes += batch.get_array_memory_size();
            // A take may have more frames than a part.
            if self.frames.in_progress_size() > FULL_BYTES
                && self.frames.in_progress_rows() >= FULL_ROWS
            {
                self.frames.flush()?;
            }
        }
        self.bytes += facts.size();
        self.takes.push(facts);
        Ok(())
    }

    pub fn is_full(&self) -> bool {
        self.bytes >= FULL_BYTES && self.rows >= FULL_ROWS || self.bytes >= MOST_BYTES
    }

    /// Ends it: both files take their places, that of the takes last.
    pub fn finish(mut self) -> io::Result<()> {
        let mut contents = Contents::default();
        self.takes.iter().for_each(|take| take.add_to(&mut contents));
        let contents = serde_json::to_string(&contents).map_err(io::Error::other)?;
        // Arrow's own schema says it as well: what pyarrow writes again has the metadata of that, not those of the file.
        let schema = Table::Frames.schema();
        let with_contents = HashMap::from([(CONTENTS.to_string(), contents.clone())]);
        let schema = schema.as_ref().clone().with_metadata(with_contents);
        for (key, value) in
            [(CONTENTS, contents), (ARROW_SCHEMA_META_KEY, encode_arrow_schema(&schema))]
        {
            self.frames.append_key_value_metadata(KeyValue::new(key.into(), value));
        }
        self.frames.into_inner()?.flush()?;
        let file = Waiting::begin(&self.paths.takes)?;
        let properties = Some(properties(Table::Takes, &self.made_by));
        let out = BufWriter::new(file.file()?);
        let mut takes = ArrowWriter::try_new(out, Table::Takes.schema(), properties)?;
        takes.write(&take_rows(&self.takes).map_err(io::Error::other)?)?;
        takes.into_inner()?.flush()?;
        self.file.put()?;
        file.put()
    }
}

const MADE_BY: &str = "rushes.dataset";

fn properties(table: Table, made_by: &str) -> WriterProperties {
    let level = ZstdLevel::try_new(1).expect("a level that there is");
    let builder = WriterProperties::builder()
        .set_created_by(concat!("rushes ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::ZSTD(level))
        .set_key_value_metadata(Some(vec![KeyValue::new(MADE_BY.into(), made_by.to_string())]));
    match table {
        // Numbers that are hardly ever the same need no dictionary and no statistics; nor has every engine an encoding for them.
        Table::Frames => {
            let counted = ["take", "frame", "time"].map(ColumnPath::from);
            let builder = builder
                .set_dictionary_enabled(false)
                .set_column_dictionary_enabled(ColumnPath::from("take"), true)
                .set_statistics_enabled(EnabledStatistics::None)
                .set_max_row_group_row_count(Some(1 << 20));
            counted
                .into_iter()
                .fold(builder, |builder, column| {
                    builder.set_column_statistics_enabled(column, EnabledStatistics::Chunk)
                })
                .build()
        }
        Table::Takes => builder.build(),
    }
}

/// A take of a part that is there.
pub(super) struct KnownTake {
    pub key: String,
    /// Of its file, in bytes.
    pub size: Option<i64>,
}

/// The takes of a part that is there, in their order; `None` where it is not whole.
///
/// # Errors
/// Where it cannot be read, or was made in another way: then what it was made by.
pub(super) fn takes_of(paths: &PartPaths, made_by: &str) -> Result<Option<Vec<KnownTake>>, String> {
    if !paths.takes.exists() || !paths.frames.exists() {
        return Ok(None);
    }
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", paths.takes.display());
    let file = File::open(&paths.takes).map_err(|error| failed(&error))?;
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| failed(&error))?;
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let known = metadata.and_then(|all| all.iter().find(|pair| pair.key == MADE_BY)?.value.clone());
    if known.as_deref() != Some(made_by) {
        return Err(failed(&format!(
            "it was made by {}, and not by {made_by}: write into another folder",
            known.as_deref().unwrap_or("another program")
        )));
    }
    let mut takes = Vec::new();
    for batch in reader.build().map_err(|error| failed(&error))? {
        let batch = batch.map_err(|error| failed(&error))?;
        let column = |name: &str| {
            batch.column_by_name(name).ok_or_else(|| failed(&format!("it has no column {name}")))
        };
        let sizes = column("size")?.as_primitive_opt::<arrow_array::types::Int64Type>();
        let keys = column("take")?.as_string_opt::<i32>();
        let (Some(keys), Some(sizes)) = (keys, sizes) else {
            return Err(failed(&"its columns are of other types"));
        };
        let both = keys.iter().zip(sizes);
        takes.extend(both.map(|(key, size)| KnownTake { key: key.unwrap_or("").into(), size }));
    }
    Ok(Some(takes))
}
