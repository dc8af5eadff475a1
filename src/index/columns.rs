//! The columns of the index: what it knows of each take, what that means, and where it comes from.
//!
//! The tables of the database, `rushes find` and the manual are made of this one table.

use std::path::Path;

use rusqlite::types::Value;

use super::key::text_of;
use crate::files::FileStamp;
use crate::loader::LoadError;
use crate::review::checks::{Finding, FindingSeverity};
use crate::review::metrics::foot_skating_ratio;
use crate::review::notes::{Review, Time};
use crate::scene::{Subjects, Thumbnail};
use crate::store::nearest;
use crate::take::{DetailKind, Take, fnv_1a, in_one_line, microseconds, rounded};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    Text,
    Whole,
    Number,
}

impl ColumnKind {
    pub(super) fn sql(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "integer",
            Self::Number => "real",
        }
    }

    /// What it is called in the manual.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole number",
            Self::Number => "number",
        }
    }
}

/// Where what a column says comes from, and how.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The file itself, whether it can be read or not.
    File(fn(&Path, FileStamp) -> Value),
    /// The take in it.
    Take(fn(&Take, &Thumbnail) -> Value),
    /// Why there is no take in it.
    Error(fn(&LoadError) -> Value),
    /// What reviewers say of it.
    Review(fn(&Review) -> Value),
    /// What the checks find in it.
    Checks(fn(&[Finding]) -> Value),
}

/// Something that the index knows of each take.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What expressions call it; it is never renamed.
    pub name: &'static str,
    pub kind: ColumnKind,
    pub meaning: &'static str,
    /// Whether takes are found by it without looking at all of them.
    pub(super) is_often_asked: bool,
    pub(super) origin: Origin,
}

/// What a list shows of each take: in an index of its own, from which a page is read at once.
pub const LISTED: &[&str] = &[
    "name",
    "format",
    "duration",
    "frames",
    "rate",
    "performer",
    "modified",
    "rating",
    "verdict",
    "notes",
    "open_notes",
    "findings",
    "error",
];

use ColumnKind::{Number, Text, Whole};
use Origin::{Checks, Error, File, Review as Reviewed, Take as OfTake};

/// All columns, in the order in which they are documented.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("name", Text, "the take: its file's name without the extension", File(|path, _| text(&text_of(Path::new(path.file_stem().unwrap_or_default()))))),
    column("file", Text, "the file's name", File(|path, _| text(&text_of(Path::new(path.file_name().unwrap_or_default()))))),
    column("folder", Text, "the folder that the file is in", File(|path, _| text(&text_of(path.parent().unwrap_or(path))))),
    column("path", Text, "both; bytes that are no text are written as `�` and two digits", File(|path, _| text(&text_of(path)))),
    often("format", Text, "the format, as `rushes info` calls it", OfTake(|take, _| text(take.format.name()))),
    often("size", Whole, "bytes of the file", File(|_, stamp| whole(stamp.size))),
    often("modified", Text, "when the file was last written, by universal time: `2026-03-09T14:05:00Z`", File(|_, stamp| modified(stamp))),
    often("duration", Number, "seconds", OfTake(|take, _| number(microseconds(take.motion.duration())))),
    often("frames", Whole, "how many frames it has", OfTake(|take, _| whole(take.motion.frame_count()))),
    often("rate", Number, "frames a second", OfTake(|take, _| rounded(take.fps(), 6).parse().map_or(Value::Null, number))),
    column("nodes", Whole, "joints, markers and segments", OfTake(|take, _| whole(take.skeleton.nodes().len()))),
    column("bones", Whole, "bones; 0 for markers alone", OfTake(|take, _| whole(take.skeleton.bones().len()))),
    column("skeleton", Text, "the same for takes whose nodes have the same names and hang together in the same way", OfTake(|take, _| text(&skeleton(take)))),
    column("up", Text, "the axis that is up: `Y`, `-Z`", OfTake(|take, _| text(take.units.up.direction.name()))),
    column("unit", Number, "metres in the file's unit of length, where the file says so", OfTake(|take, _| take.units.metres_per_unit.map_or(Value::Null, number))),
    often("travel", Number, "metres that the figure goes along the ground, from pose to pose of its thumbnail", OfTake(|_, thumbnail| number(travel(thumbnail)))),
    column("foot_skating", Number, "the [foot skating ratio](python.md#metrics): the share of frames on which a foot slides", OfTake(|take, _| foot_skating_ratio(take).map_or(Value::Null, number))),
    often("performer", Text, "who is in it, as far as the file says so: the actor or the subject, or the names of several", OfTake(|take, _| performer(take))),
    column("clips", Whole, "takes in the file, of which the index knows the one that opens", OfTake(|take, _| whole(take.clips.as_ref().map_or(1, |clips| clips.names.len())))),
    column("events", Whole, "events that the file notes", OfTake(|take, _| whole(take.events.len()))),
    column("meshes", Whole, "skins and objects in it", OfTake(|take, _| whole(take.meshes.len()))),
    column("warnings", Whole, "kinds of things that were guessed or repaired while it was read", OfTake(|take, _| whole(take.warnings.len()))),
    often("rating", Whole, "stars, from 1 to 5", Reviewed(|review| some(u64::from(review.rating.stars)))),
    often("verdict", Text, "`circled`, `keep` or `reject`", Reviewed(|review| review.rating.verdict.map_or(Value::Null, |verdict| text(verdict.word())))),
    column("notes", Whole, "notes of reviewers", Reviewed(|review| whole(review.notes.len()))),
    often("open_notes", Whole, "those of them that are not done", Reviewed(|review| whole(review.notes.iter().filter(|note| !note.done).count()))),
    often("findings", Whole, "faults and warnings of the checks", Checks(|findings| count(findings, |severity| severity != FindingSeverity::Note))),
    column("faults", Whole, "faults alone", Checks(|findings| count(findings, |severity| severity == FindingSeverity::Fault))),
    often("error", Text, "why the file cannot be read", Error(|error| text(&in_one_line(&error.to_string())))),
];

const fn column(
    name: &'static str,
    kind: ColumnKind,
    meaning: &'static str,
    origin: Origin,
) -> Column {
    Column { name, kind, meaning, is_often_asked: false, origin }
}

const fn often(
    name: &'static str,
    kind: ColumnKind,
    meaning: &'static str,
    origin: Origin,
) -> Column {
    Column { is_often_asked: true, ..column(name, kind, meaning, origin) }
}

impl Column {
    /// The column of a name.
    ///
    /// # Errors
    /// Where there is none: a sentence with the one that was likely meant.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let found = COLUMNS.iter().find(|column| column.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let hint = match nearest(name, COLUMNS.iter().map(|column| column.name)) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "the manual lists the columns".to_string(),
            };
            format!("there is no column '{name}'; {hint}")
        })
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

fn number(number: f64) -> Value {
    Value::Real(number)
}

fn whole(number: impl TryInto<i64>) -> Value {
    Value::Integer(number.try_into().unwrap_or(i64::MAX))
}

/// A number that says nothing where it is 0.
fn some(number: u64) -> Value {
    if number == 0 { Value::Null } else { whole(number) }
}

fn count(findings: &[Finding], counts: impl Fn(FindingSeverity) -> bool) -> Value {
    whole(findings.iter().filter(|finding| counts(finding.severity)).count())
}

fn modified(stamp: FileStamp) -> Value {
    let mut time = Time::from_milliseconds(stamp.modified / 1_000_000).to_string();
    if let Some(fraction) = time.find('.') {
        time.replace_range(fraction.., "Z");
    }
    Value::Text(time)
}

fn skeleton(take: &Take) -> String {
    let nodes = take.skeleton.nodes().iter();
    let nodes = nodes.flat_map(|node| {
        let parent = node.parent().map_or(u32::MAX, |parent| parent.index() as u32);
        node.name.bytes().chain([0]).chain(parent.to_le_bytes())
    });
    format!("{:016x}", fnv_1a(nodes))
}

fn travel(thumbnail: &Thumbnail) -> f64 {
    let ways = thumbnail.ways();
    let steps = ways.windows(2).map(|pair| f64::from(pair[0].distance(pair[1])));
    (steps.sum::<f64>() * 1e3).round() / 1e3
}

fn performer(take: &Take) -> Value {
    let detail = |kind| take.details.iter().find(|detail| detail.kind == kind);
    if let Some(said) = detail(DetailKind::ACTOR).or(detail(DetailKind::SUBJECT)) {
        return text(&in_one_line(&said.text));
    }
    let subjects = Subjects::new(&take.skeleton);
    let names = subjects.names().join(", ");
    if names.is_empty() { Value::Null } else { Value::Text(names) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own_and_what_is_listed_is_there() {
        let mut names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        assert!(LISTED.iter().all(|listed| names.contains(listed)));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
    }
}
