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
use super::options::{CsvOptions, Messages, ReadOptions, Reader, one_of};
use super::output::{Output, Place};
use super::terminal::{print_error_line, print_message, print_note, printable, shown};
use crate::files::{IfNewer, Loaded, Opened, Reviews, now, read_small, reason};
use crate::playback::{FPS, exact};
use crate::review::notes::export::{csv, edl, json, markdown, otio};
use crate::review::notes::import::import;
use crate::review::notes::{Kind, Review, Reviewed};
use crate::take::{CsvTexts, FrameTime, Motion, Take};

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
    #[arg(value_parser = one_of(Kind::ALL.map(|kind| (kind.word(), kind))))]
    kind: Vec<Kind>,
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
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

/// As what notes are written.
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
        let found = Self::WORDS.iter().find(|(_, format)| *format == self);
        found.map_or("", |(word, _)| word)
    }
}

fn timeline_rate(word: &str) -> Result<f64, &'static str> {
    let [least, most] = FPS;
    let rate = word.parse().map(exact).ok();
    rate.filter(|rate| (least..=most).contains(rate)).ok_or("not a number of frames per second")
}

/// What is told of a file: the take with its review, or the object that JSON has where it could not be read.
struct Told<'a> {
    file: &'a Path,
    /// Its path as text.
    name: Cow<'a, str>,
    found: Result<Box<(Take, Review)>, Value>,
}

impl Notes {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let (files, is_whole) = self.inputs.files()?;
        let reader = Reader::new(self.read, self.messages);
        let reviews = Reviews::at_home();
        if let Some(marks) = &self.import {
            return add(marks, &files, &reader, &reviews);
        }
        let by_extension = || {
            let extension = self.output.extension()?;
            let mut words = Format::WORDS.into_iter();
            words.find_map(|(word, format)| (word == extension).then_some(format))
        };
        let format = self.to.or_else(by_extension).unwrap_or(Format::Markdown);
        let (messages, open, kinds) = (self.messages, self.open, &self.kind);
        let reviewed = |file: &Path, take: &Take, loaded: Loaded| {
            messages.tell(file, &take.warnings)?;
            let mut review = messages.loaded(loaded);
            if open || !kinds.is_empty() {
                review.events.clear();
                review.notes.retain(|note| {
                    !(open && note.done) && (kinds.is_empty() || kinds.contains(&note.kind))
                });
            }
            Ok::<_, Failure>(review)
        };
        let write = |place: &Place, told: &[Told<'_>]| {
            self.output.write(place, |out| {
                let text = match format {
                    Format::Json | Format::Otio => return write_json(told, format, out),
                    _ => text(told, format, self.timeline_rate, self.csv.texts(), messages),
                };
                match place {
                    Place::Standard => out.write_all(printable(&text).as_bytes()),
                    Place::File(_) => out.write_all(text.as_bytes()),
                }
            })
        };
        if self.output.is_folder() {
            let places = self.output.places(&files, format.extension())?;
            return write_each(&reader, &files, is_whole, |place, Opened { take, .. }| {
                let file = &files[place].path;
                let review = reviewed(file, &take, reviews.load(&Reviews::path_of(file, &take)))?;
                let found = Ok(Box::new((take, review)));
                let name = file.to_string_lossy();
                write(&places[place], &[Told { file, name, found }])
            });
        }
        // One document, that all takes are in.
        let one = &files[..files.len().min(1)];
        let place = self.output.places(one, format.extension())?;
        let mut told = Vec::with_capacity(files.len());
        let mut is_whole = is_whole;
        each_file(
            &reader,
            &files,
            |at, opened| {
                let take = without_values(opened.take);
                let review = Reviews::path_of(&files[at].path, &take);
                Ok((take, reviews.load(&review)))
            },
            |at, result| {
                let file = &files[at].path;
                let found = match result {
                    Ok((take, loaded)) => match reviewed(file, &take, loaded) {
                        Ok(review) => Ok(Box::new((take, review))),
                        // Why it is refused was told.
                        Err(_) => {
                            is_whole = false;
                            return Ok(());
                        }
                    },
                    Err(error) => {
                        is_whole = false;
                        print_error_line(&error.to_string());
                        Err(failure(file, &error))
                    }
                };
                let name = file.to_string_lossy();
                told.push(Told { file, name, found });
                Ok(())
            },
        )?;
        if let Some(place) = place.first() {
            write(place, &told)?;
        }
        Ok(Exit::of(is_whole))
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

/// The takes that could be read, with their reviews.
fn reviewed<'a>(told: &'a [Told<'_>]) -> Vec<Reviewed<'a>> {
    let read = told.iter().filter_map(|told| {
        let (take, review) = told.found.as_deref().ok()?;
        let file = &*told.name;
        Some(Reviewed { file, take, review })
    });
    read.collect()
}

/// The document of takes, in a format of lines.
fn text(
    told: &[Told<'_>],
    format: Format,
    fps: Option<f64>,
    texts: CsvTexts,
    messages: Messages,
) -> String {
    let takes = reviewed(told);
    match format {
        Format::Csv => csv(&takes, texts),
        Format::Edl => {
            let list = edl(&takes, fps);
            if !messages.quiet {
                list.remarks.iter().for_each(|remark| print_message(remark));
            }
            list.text
        }
        _ => markdown(&takes),
    }
}

/// Writes the document of takes as JSON, as it goes: there may be very many notes.
fn write_json(told: &[Told<'_>], format: Format, out: &mut dyn Write) -> io::Result<()> {
    /// The keys of a file, ahead of those of its take.
    #[derive(Serialize)]
    struct Object<T> {
        #[serde(flatten)]
        head: Value,
        #[serde(flatten)]
        notes: Option<T>,
    }
    let takes = reviewed(told);
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    match format {
        Format::Otio => otio(&takes).serialize(&mut serializer)?,
        _ => {
            let mut takes = takes.iter();
            serializer.collect_seq(told.iter().map(|told| match &told.found {
                Err(object) => Object { head: object.clone(), notes: None },
                Ok(_) => Object { head: head(told.file), notes: takes.next().map(json) },
            }))?;
        }
    }
    writeln!(out)
}

/// Adds the notes of a file of marks to the only take.
fn add(marks: &Path, files: &[Input], reader: &Reader, reviews: &Reviews) -> Result<Exit, Failure> {
    /// No file of marks is larger.
    const MAX_BYTES: u64 = 1 << 26;
    let [Input { path: file, .. }] = files else {
        return Err(Failure::Arguments("--import adds to one take".into()));
    };
    if !file.is_file() {
        let what = format!("'{}': only a file has notes beside it", shown(file));
        return Err(Failure::Arguments(what));
    }
    let failed = |what: &str| {
        print_error_line(&format!("{}: {what}", shown(marks)));
        Failure::File
    };
    let take = reader.open(file)?;
    let text = read_small(marks, MAX_BYTES)
        .map_err(|error| failed(&format!("cannot be read: {}", reason(&error, "file"))))?;
    let text = String::from_utf8(text).map_err(|_| failed("cannot be read: not UTF-8 text"))?;
    let now = now();
    let imported = import(&text, &take, file, now)
        .map_err(|error| failed(&format!("cannot be read: {error}")))?;
    let messages = reader.messages;
    let what = if text.trim_start().starts_with('{') { "marker" } else { "line" };
    if !messages.quiet {
        for skipped in &imported.skipped {
            let told = format!("{what} {} is skipped: {}", skipped.number, skipped.why);
            print_note(marks, &told);
        }
    }
    if messages.strict && !imported.skipped.is_empty() {
        return Err(failed("refused by --strict: not all of it can be used"));
    }
    let path = Reviews::path_of(file, &take);
    let mut review = messages.loaded(reviews.load(&path));
    let added = review.add_imported(imported, now);
    let saved = reviews.save(&path, &review, IfNewer::Refuse);
    let saved = saved.map_err(|error| {
        print_error_line(&error.to_string());
        Failure::File
    })?;
    if !messages.quiet {
        saved.warnings.iter().for_each(|warning| print_message(warning));
        print_note(&saved.path, &format!("{added} added"));
    }
    Ok(Exit::Done)
}
