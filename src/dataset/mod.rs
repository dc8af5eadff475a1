//! A data set: many takes as two tables of Parquet, for engines that work on more takes than a program opens.
//!
//! `frames` has a row for each frame of each take, many takes in a file: one file a take is what engines choke on.
//! `takes` has a row for each take: what is in its file, its skeleton, what the checks find, metrics; of one that cannot
//! be read, why. Both are the same to the byte for the same files and options, however many machines have shared
//! the work, but for how it was shared.

mod export;
mod facts;
mod frames;
mod part;
mod schema;
mod stream;

pub use export::{Dataset, ExportError, Shard, Summary};
pub use frames::{FrameBatches, frame_rows};
pub use schema::{Field, Table};
pub use stream::{Stream, StreamOptions};
