//! `rushes dataset`: writes many takes as two tables of Parquet, for engines that work on more than a program opens.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::json;

use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::{Input, Inputs};
use super::objects::SCHEMA;
use super::options::ReadOptions;
use super::terminal::{Progress, print, print_error_line};
use crate::dataset::{Dataset, Shard, Summary, Table};
use crate::review::checks::Limits;
use crate::take::counted;

const NOTES: &str = "\
Writes Parquet, which DuckDB, pandas, Polars, Spark, Ray and others read: below the folder, frames/ has a row for each frame \
of each take, and takes/ a row for each take, with what is in its file, its skeleton, metrics and what the checks find. A take \
that cannot be read is a row with its error. Many takes are in a file of about 100 MB. --schema prints the columns.

Positions are in metres with Y up, whatever the files have, and rotations are quaternions in the frames of the parents. The same \
files give the same bytes.

Several machines share the work by --shard: the second of eight writes the second eighth of the takes, in the order of their \
names, and all may write into one folder. A run that was killed is gone on with by the same command: what is there stays.

JSON keys (schema 1), every one always present:
  schema, folder
  takes            how many takes this shard has
  kept             how many of them were there from before
  unreadable       how many of those that were read now cannot be
  frames, parts    how many rows of frames and files of them were written now

Examples:
  rushes dataset -r takes/ -o dataset/
  rushes dataset -r takes/ -o dataset/ --shard 2/8
  rushes dataset --schema
  duckdb -c \"select take, foot_skating from 'dataset/takes/*.parquet' where duration > 5\"";

/// Write many takes as tables of Parquet
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct MakeDataset {
    #[command(flatten)]
    inputs: Inputs,
    /// The folder to write below
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[arg(required_unless_present = "schema")]
    output: Option<PathBuf>,
    /// Do one part of the work alone, such as 2/8: the second of eight
    #[arg(long, value_name = "K/N", value_hint = ValueHint::Other)]
    shard: Option<Shard>,
    /// Leave out the checks, which take longer than reading
    #[arg(long)]
    no_checks: bool,
    /// Print the columns of both tables, and write nothing
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Print an object with the numbers of what was done
    #[arg(long)]
    json: bool,
    /// Print no progress, and not what cannot be read
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    read: ReadOptions,
}

impl MakeDataset {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let Some(folder) = self.output else {
            print(&schema())?;
            return Ok(Exit::Done);
        };
        let (files, is_complete) = self.inputs.files()?;
        let key = |Input { path, below }: Input| {
            let parts = below.components();
            let parts = parts.map(|part| part.as_os_str().to_string_lossy().into_owned());
            (path, parts.collect::<Vec<_>>().join("/"))
        };
        let dataset = Dataset {
            files: files.into_iter().map(key).collect(),
            open_options: self.read.into(),
            limits: (!self.no_checks).then(Limits::default),
            shard: self.shard.unwrap_or(Shard::WHOLE),
        };
        let progress = Progress::new(dataset.files.len(), "takes", self.quiet);
        let exported = dataset.export(&folder, |done, error| {
            progress.update(done);
            if let Some(error) = error.filter(|_| !self.quiet) {
                print_error_line(&error.to_string());
            }
        });
        drop(progress);
        let summary = exported.map_err(Failure::print)?;
        let Summary { takes, kept, unreadable, frames, parts } = summary;
        if self.json {
            let folder = folder.to_string_lossy();
            let object = json!({
                "schema": SCHEMA, "folder": folder, "takes": takes, "kept": kept,
                "unreadable": unreadable, "frames": frames, "parts": parts,
            });
            print(&format!("{object:#}\n"))?;
        } else if !self.quiet {
            let counts = [(takes, "take"), (frames, "frame"), (parts, "part")];
            let [takes, frames, parts] = counts.map(|(count, word)| counted(count, word));
            print(&format!(
                "{takes}, {kept} of them from before; {frames} in {parts} written, {unreadable} cannot be read\n"
            ))?;
        }
        Ok(Exit::from_complete(is_complete && unreadable == 0))
    }
}

/// The columns of both tables, each with its type and what it says.
fn schema() -> String {
    let mut text = String::new();
    for table in Table::ALL {
        text += &format!("{}/\n", table.word());
        for field in table.fields() {
            let (name, type_name, about) = (field.name, field.data_type.to_string(), field.about);
            text += &format!("    {name:<20} {type_name:<36} {about}\n");
        }
    }
    text
}
