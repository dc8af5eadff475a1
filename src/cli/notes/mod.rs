//! `rushes notes`: prints what reviewers have added to takes, adds what others have, and copies the takes that are kept.

mod copy;
mod import;
mod merge;
mod print;

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::Value;

use super::check::CheckOptions;
use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::AnyInputs;
use super::options::{CsvOptions, Reader, ReaderOptions, one_of};
use super::output::Output;
use super::terminal::print;
use crate::files::Reviews;
use crate::playback::{FPS, exact};
use crate::review::notes::{NoteKind, Verdict, VerdictFilter};

const NOTES: &str = "\
Prints the notes, events and ratings that reviewers have added to takes. They are in a file beside each take, \
walk.bvh.rushes.json, which the manual describes, or in the user's folder where nothing can be written there.

Formats:
  md     a list of tasks for wikis and chats; frames have the numbers of the file, if it has some
  csv    a row for each note, event and finding; frame counts from 0, number is the file's own,
         time in seconds; a take that is rated and has nothing else has a row of the kind rating
  json   an array with an object for each file; every key is always present but seen and drawing
  otio   an OpenTimelineIO timeline with a clip for each take and a marker for each note
  edl    markers for DaVinci Resolve, on a timeline that begins at 01:00:00:00; ratings have the
         first frame
  list   a select list: the paths of takes that are kept (circled or keep), or of those of
         --verdict, one a line; with -0 for xargs

Of several takes, one document has all, unless -o is a folder. In otio and edl, faults are red, questions \
yellow, good is green, to do is blue, events are purple, findings pink, and ratings cyan.

--import reads CSV, or the markers of an OpenTimelineIO file, and saves them with the take. CSV needs a column \
frame, number, time or timecode, and a column text, note or comment; others may be last_frame, kind, joint, \
status, author. What is there already is not added again; rows that cannot be used are told of and skipped, \
and with --strict nothing is added then.

--merge reads the notes of another reviewer, in files called like those beside the takes and in the same folders, \
and saves both as one: of two changes the later one counts, and what was removed stays removed.

--copy-to copies takes that are kept, or those of --verdict, with the files that they are read with and their notes, to \
the same folders as they are in below the folder that was named. A file that is there already stays: the same one is \
passed over, another one is an error, and nothing of that take is copied. Notes that are there become one with \
those that are copied.

JSON keys (schema 1), every one always present but seen and drawing:
  schema, file, path_bytes   as in 'rushes check'
  frame_count, frame_rate
  rating                     verdict (circled, keep, reject or null), stars (0 to 5), author,
                             changed
  notes                      id, frames (first and last, from 0), numbers, times, timecode, joint, kind, done, \
text, author, created, changed; seen and drawing where there are some
  events                     id, frame, numbers, times, timecode, joint, name, author, created, changed
  findings                   as in 'rushes check', and numbers, times, timecode; null if not
                             asked for
With --copy-to, in the place of those from frame_count on:
  verdict                    of the take
  files                      from, to, state (copied, same or merged)
With --merge, an object for each review that is merged:
  review, other              the files of both
  added, changed, removed    how many notes and events
  rating                     the new one, or null where it is as it was
Of a file that cannot be read: schema, file, path_bytes, and error as in 'rushes info'.

Examples:
  rushes notes walk.bvh
  rushes notes -r takes/ --open --kind fault,to-do -o open.md
  rushes notes -r takes/ --findings --skip t-pose -o day.csv
  rushes notes walk.bvh -o walk.otio
  rushes notes walk.bvh --timeline-rate 24 -o walk.edl
  rushes notes -r takes/ --format list | while read -r take; do du -h \"$take\"; done
  rushes notes -r takes/ --format list -0 | xargs -0 rushes convert --to glb -o glb/
  rushes notes -r takes/ --verdict none --format list
  rushes notes -r takes/ --copy-to kept/ --dry-run
  rushes notes -r takes/ --merge /mnt/anna/takes/
  rushes notes walk.bvh --import marks.csv";

/// Print the notes on takes, add those of others, or copy the takes that are kept
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
#[command(group = clap::ArgGroup::new("work").args(["copy_to", "merge"]))]
#[command(mut_group("CheckOptions", |options| options.requires("findings")))]
pub(super) struct Notes {
    #[command(flatten)]
    inputs: AnyInputs,
    /// The format to write; without it, the extension of the output says, else md
    #[arg(long = "format", value_name = "FORMAT", value_parser = one_of(Format::WORDS))]
    to: Option<Format>,
    /// The same as --format json; with --copy-to and --merge, print what is done as JSON
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Only takes of these verdicts, such as circled,keep; none is for takes that have none
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = one_of(verdicts()))]
    verdict: Vec<Option<Verdict>>,
    /// Only notes that are open; events are left out
    #[arg(long)]
    open: bool,
    /// Only notes of these kinds, such as fault,to-do; events are left out
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    #[arg(value_parser = one_of(NoteKind::ALL.map(|kind| (kind.word(), kind))))]
    kind: Vec<NoteKind>,
    /// Frames per second of the timeline of an EDL; by default those of the first take, or a part of them up to 60
    #[arg(long, value_name = "FPS", value_hint = ValueHint::Other, value_parser = timeline_rate)]
    timeline_rate: Option<f64>,
    /// End the paths of a list by NUL in the place of a line feed
    #[arg(short = '0', long)]
    null: bool,
    /// Add the notes of this CSV or OpenTimelineIO file to the take, and print nothing
    #[arg(long, value_name = "MARKS", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = PRINTS)]
    #[arg(conflicts_with_all = ["work", "verdict", "json"])]
    import: Option<PathBuf>,
    /// Merge the notes of another reviewer, in a folder that mirrors that of the takes, with those of the takes
    #[arg(long, value_name = "OTHER", value_hint = ValueHint::AnyPath, conflicts_with_all = PRINTS)]
    #[arg(conflicts_with = "verdict")]
    merge: Option<PathBuf>,
    /// Copy takes that are kept, or of --verdict, with all of their files and their notes to this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with_all = PRINTS)]
    copy_to: Option<PathBuf>,
    /// Print what --copy-to or --merge would do, and do nothing
    #[arg(long, requires = "work")]
    dry_run: bool,
    /// Also what the checks find in the takes, as 'rushes check' does
    #[arg(long)]
    findings: bool,
    #[command(flatten)]
    csv: CsvOptions,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reader: ReaderOptions,
    #[command(flatten, next_help_heading = "Checks (with --findings)")]
    checks: CheckOptions,
}

/// The options that are about what is printed.
const PRINTS: [&str; 9] =
    ["to", "open", "kind", "timeline_rate", "null", "findings", "raw_csv", "output", "no_clobber"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Markdown,
    Csv,
    Json,
    Otio,
    Edl,
    List,
}

impl Format {
    /// The word for each, which is its extension.
    const WORDS: [(&str, Self); 6] = [
        ("md", Self::Markdown),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("otio", Self::Otio),
        ("edl", Self::Edl),
        ("list", Self::List),
    ];

    fn extension(self) -> &'static str {
        Self::WORDS.iter().find(|(_, format)| *format == self).map_or("", |(word, _)| word)
    }
}

fn verdicts() -> impl Iterator<Item = (&'static str, Option<Verdict>)> {
    let verdicts = Verdict::ALL.into_iter().map(|verdict| (verdict.word(), Some(verdict)));
    verdicts.chain([("none", None)])
}

fn timeline_rate(word: &str) -> Result<f64, &'static str> {
    let [least, most] = FPS;
    let rate = word.parse().map(exact).ok();
    rate.filter(|rate| (least..=most).contains(rate)).ok_or("not a number of frames per second")
}

impl Notes {
    pub(super) fn run(mut self) -> Result<Exit, Failure> {
        let (files, is_complete) = self.inputs.files(&[])?;
        let reader = Reader::new(std::mem::take(&mut self.reader));
        let reviews = Reviews::at_home();
        if let Some(marks) = &self.import {
            import::add(marks, &files, &reader, &reviews)
        } else if let Some(other) = &self.merge {
            self.merge(other, &files, is_complete, reader.messages, &reviews)
        } else if let Some(folder) = &self.copy_to {
            self.copy(folder, files, is_complete, &reader, &reviews)
        } else {
            self.print(&files, is_complete, &reader, &reviews)
        }
    }

    /// The verdicts of takes that are asked for; `None` where takes of all are.
    fn wanted(&self) -> Option<VerdictFilter> {
        (!self.verdict.is_empty()).then(|| VerdictFilter::new(self.verdict.iter().copied()))
    }

    /// Prints the objects of files, where that is asked for.
    fn print_objects(&self, objects: &[Value]) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        Ok(print(&format!("{:#}\n", Value::from(objects)))?)
    }
}
