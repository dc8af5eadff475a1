//! `rushes notes`: prints what reviewers have added to takes, and adds what other programs have.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::{Serialize, Serializer as _};
use serde_json::Value;

use super::batch::{each_file, write_each};
use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::{AnyInputs, Input};
use super::objects::{failure, head};
use super::options::{CsvOptions, Reader, ReaderOptions, one_of};
use super::output::{Destination, Output};
use super::terminal::{print_error_line, print_message, print_note, printable, shown};
use crate::files::{IfNewer, LoadedReview, Opened, Reviews, now, read_small, reason};
use crate::playback::{FPS, exact};
use crate::review::notes::export::{csv, edl, json, markdown, otio};
use crate::review::notes::import::import;
use crate::review::notes::{NoteKind, Review, ReviewedTake};
use crate::take::{FrameTime, Motion, Take};

const NOTES: &str = "\
Prints the notes, events and ratings that reviewers have added to takes. They are in a file beside each take, \
walk.bvh.rushes.json, which the manual describes, or in the user's folder where nothing can be written there.

Formats:
  md     a list of tasks for wikis and chats; frames have the numbers of the file, if it has some
  csv    a row for each note and event; frame counts from 0, number is the file's own, time in seconds
  json   an array with an object for each file; every key is always present but seen and drawing
  otio   an OpenTimelineIO timeline with a clip for each take and a marker for each note
  edl    markers for DaVinci Resolve, on a timeline that begins at 01:00:00:00

Of several takes, one document has all, unless -o is a folder. In otio and edl, faults are red, questions \
yellow, good is green, to do is blue, and events are purple.

--import reads CSV, or the markers of an OpenTimelineIO file, and saves them with the take. CSV needs a column \
frame, number, time or timecode, and a column text, note or comment; others may be last_frame, kind, joint, \
status, author. What is there already is not added again; rows that cannot be used are told of and skipped, \
and with --strict nothing is added then.

JSON keys (schema 1), every one always present but seen and drawing:
  schema, file, path_bytes   as in 'rushes check'
  frame_count, frame_rate
  rating                     verdict (circled, keep, reject or null), stars (0 to 5)
  notes                      id, frames (first and last, from 0), numbers, times, timecode, joint, kind, done, \
text, author, created, changed; seen and drawing where there are some
  events                     id, frame, numbers, times, timecode, joint, name, author, created, changed
Of a file that cannot be read: schema, file, path_bytes, and error as in 'rushes info'.

Examples:
  rushes notes walk.bvh
  rushes notes -r takes/ --open --kind fault,to-do -o open.md
  rushes notes walk.bvh -o walk.otio
  rushes notes walk.bvh --timeline-rate 24 -o walk.edl
  rushes notes walk.bvh --import marks.csv";

/// Print the notes on takes, or add notes from other programs
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Notes {
    #[command(flatten)]
    inputs: AnyInputs,
    /// The format to write; without it, the extension of the output says, else md
    #[arg(long = "format", value_name = "FORMAT", value_parser = one_of(Format::WORDS))]
    to: Option<Format>,
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
    /// Add the notes of this CSV or OpenTimelineIO file to the take, and print nothing
    #[arg(long, value_name = "MARKS", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["to", "open", "kind", "timeline_rate", "output"])]
    import: Option<PathBuf>,
    #[command(flatten)]
    csv: CsvOptions,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reader: ReaderOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Markdown,
    Csv,
    Json,
    Otio,
    Edl,
}

impl Format {
    /// The word for each, which is its extension.
    const WORDS: [(&str, Self); 5] = [
        ("md", Self::Markdown),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("otio", Self::Otio),
        ("edl", Self::Edl),
    ];

    fn extension(self) -> &'static str {
        Self::WORDS.iter().find(|(_, format)| *format == self).map_or("", |(word, _)| word)
    }
}

fn timeline_rate(word: &str) -> Result<f64, &'static str> {
    let [least, most] = FPS;
    let rate = word.parse().map(exact).ok();
    rate.filter(|rate| (least..=most).contains(rate)).ok_or("not a number of frames per second")
}

struct ReviewedFile<'a> {
    file: &'a Path,
    name: Cow<'a, str>,
    /// The take with its review; of a file that could not be read, its object in JSON.
    result: Result<Box<(Take, Review)>, Value>,
}

impl Notes {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (files, mut is_complete) = self.inputs.files(&[])?;
        let reader = Reader::new(self.reader);
        let messages = reader.messages;
        let reviews = Reviews::at_home();
        if let Some(marks) = &self.import {
            return add(marks, &files, &reader, &reviews);
        }
        let by_extension = || {
            let extension = self.output.extension()?;
            Some(Format::WORDS.iter().find(|(word, _)| *word == extension)?.1)
        };
        let format = self.to.or_else(by_extension).unwrap_or(Format::Markdown);
        let filtered = |file: &Path, take: &Take, loaded: LoadedReview| {
            messages.report(file, &take.warnings)?;
            let mut review = messages.review_in(loaded);
            if self.open || !self.kind.is_empty() {
                review.events.clear();
                review.notes.retain(|note| {
                    let is_kind = self.kind.is_empty() || self.kind.contains(&note.kind);
                    is_kind && !(self.open && note.done)
                });
            }
            Ok::<_, Failure>(review)
        };
        let write = |destination: &Destination, files: &[ReviewedFile<'_>]| {
            self.output.write(destination, |out| {
                let takes = files.iter().filter_map(|reviewed| {
                    let (take, review) = reviewed.result.as_deref().ok()?;
                    Some(ReviewedTake { file: &reviewed.name, take, review })
                });
                let takes: Vec<ReviewedTake<'_>> = takes.collect();
                let text = match format {
                    Format::Json | Format::Otio => return write_json(format, files, &takes, out),
                    Format::Markdown => markdown(&takes),
                    Format::Csv => csv(&takes, self.csv.texts()),
                    Format::Edl => {
                        let list = edl(&takes, self.timeline_rate);
                        if !messages.quiet {
                            list.remarks.iter().for_each(|remark| print_message(remark));
                        }
                        list.text
                    }
                };
                let is_stdout = *destination == Destination::Stdout;
                let text = if is_stdout { printable(&text) } else { text };
                out.write_all(text.as_bytes())
            })
        };
        if self.output.is_folder() {
            let destinations = self.output.destinations(&files, format.extension())?;
            return write_each(&reader, &files, is_complete, |place, Opened { take, .. }| {
                let file = &files[place].path;
                let review = filtered(file, &take, reviews.load(&Reviews::path_of(file, &take)))?;
                let result = Ok(Box::new((take, review)));
                let name = file.to_string_lossy();
                write(&destinations[place], &[ReviewedFile { file, name, result }])
            });
        }
        // One document, that all takes are in.
        let one = &files[..files.len().min(1)];
        let destinations = self.output.destinations(one, format.extension())?;
        let mut all = Vec::with_capacity(files.len());
        each_file(
            &reader,
            &files,
            |place, opened| {
                let take = without_values(opened.take);
                let review = Reviews::path_of(&files[place].path, &take);
                Ok((take, reviews.load(&review)))
            },
            |place, result| {
                let file = &files[place].path;
                is_complete &= result.is_ok();
                let result = match result {
                    Ok((take, loaded)) => match filtered(file, &take, loaded) {
                        Ok(review) => Ok(Box::new((take, review))),
                        // Refused, which is printed already.
                        Err(_) => {
                            is_complete = false;
                            return Ok(());
                        }
                    },
                    Err(error) => {
                        print_error_line(&error.to_string());
                        Err(failure(file, &error))
                    }
                };
                all.push(ReviewedFile { file, name: file.to_string_lossy(), result });
                Ok(())
            },
        )?;
        if let Some(destination) = destinations.first() {
            write(destination, &all)?;
        }
        Ok(Exit::from_complete(is_complete))
    }
}

/// The same take without its motion, of which nobody needs the values here.
fn without_values(mut take: Take) -> Take {
    let frame_time =
        FrameTime { seconds: take.motion.frame_time(), is_assumed: take.motion.rate_is_assumed() };
    take.motion = Motion::new(frame_time, take.motion.frame_count(), 0, Vec::new());
    take.meshes.clear();
    take
}

/// Writes the document of takes as JSON, as it goes: there may be very many notes.
fn write_json(
    format: Format,
    files: &[ReviewedFile<'_>],
    takes: &[ReviewedTake<'_>],
    out: &mut dyn Write,
) -> io::Result<()> {
    /// The keys of a file, ahead of those of its take.
    #[derive(Serialize)]
    struct Object<T> {
        #[serde(flatten)]
        head: Value,
        #[serde(flatten)]
        notes: Option<T>,
    }
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    if format == Format::Otio {
        otio(takes).serialize(&mut serializer)?;
    } else {
        let mut takes = takes.iter();
        serializer.collect_seq(files.iter().map(|reviewed| match &reviewed.result {
            Err(object) => Object { head: object.clone(), notes: None },
            Ok(_) => Object { head: head(reviewed.file), notes: takes.next().map(json) },
        }))?;
    }
    writeln!(out)
}

fn add(marks: &Path, files: &[Input], reader: &Reader, reviews: &Reviews) -> Result<Exit, Failure> {
    const MAX_BYTES: u64 = 1 << 26;
    let [Input { path: file, .. }] = files else {
        return Err(Failure::invalid("--import adds to one take"));
    };
    if !file.is_file() {
        return Err(Failure::invalid(format!(
            "'{}': only a file has notes beside it",
            shown(file)
        )));
    }
    let unreadable = |reason: &str| Failure::with_file(marks, format!("cannot be read: {reason}"));
    let take = reader.open(file)?;
    let bytes =
        read_small(marks, MAX_BYTES).map_err(|error| unreadable(&reason(&error, "file")))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("not UTF-8 text"))?;
    let now = now();
    let imported =
        import(&text, &take, file, now).map_err(|error| unreadable(&error.to_string()))?;
    let messages = reader.messages;
    if !messages.quiet {
        let thing = if text.trim_start().starts_with('{') { "marker" } else { "line" };
        for skipped in &imported.skipped {
            print_note(
                marks,
                &format!("{thing} {} is skipped: {}", skipped.number, skipped.reason),
            );
        }
    }
    if messages.strict && !imported.skipped.is_empty() {
        return Err(Failure::with_file(marks, "refused by --strict: not all of it can be used"));
    }
    let path = Reviews::path_of(file, &take);
    let mut review = messages.review_in(reviews.load(&path));
    let added = review.add_imported(imported, now);
    let saved = reviews.save(&path, &review, IfNewer::Refuse).map_err(Failure::print)?;
    if !messages.quiet {
        saved.warnings.iter().for_each(|warning| print_message(warning));
        print_note(&saved.path, &format!("{added} added"));
    }
    Ok(Exit::Done)
}
