//! Notes as CSV, a row each.

use crate::review::checks::Finding;
use crate::review::notes::marks::{FINDING, Mark, RATING, ReviewedTake};
use crate::review::notes::note::Frames;
use crate::review::notes::timebase::Timebase;
use crate::take::{CsvTexts, microseconds};

/// Its columns. `frame` and `last_frame` count from 0, `number` and `last_number` are the file's own, `time` is
/// in seconds by the file's clock. New ones come at the end.
const COLUMNS: [&str; 23] = [
    "file",
    "id",
    "frame",
    "last_frame",
    "number",
    "last_number",
    "time",
    "timecode",
    "joint",
    "kind",
    "status",
    "text",
    "author",
    "created",
    "changed",
    "verdict",
    "stars",
    "reviewer",
    "check",
    "severity",
    "value",
    "limit",
    "unit",
];

/// The notes, events and findings of takes; the kind of an event is `event`, that of a finding `finding`. The rating of
/// a take is in each of its rows; of one that has nothing else, in a row of the kind `rating`. Reading it adds the same
/// notes and events.
pub fn csv(takes: &[ReviewedTake<'_>], texts: CsvTexts) -> String {
    let mut text = format!("{}\n", COLUMNS.join(","));
    for reviewed in takes {
        let rows = TakeRows { reviewed, base: Timebase::for_take(reviewed.take), texts };
        let (marks, findings) = (reviewed.marks(), reviewed.findings());
        marks.iter().for_each(|mark| rows.write(&mut text, rows.mark(*mark)));
        findings.iter().for_each(|finding| rows.write(&mut text, rows.finding(finding)));
        if marks.is_empty() && findings.is_empty() && reviewed.review.rating.is_given() {
            rows.write(&mut text, rows.rating());
        }
    }
    text
}

/// What a row has between the file and the rating of its take, and behind that.
struct Row {
    id: String,
    /// From `frame` to `timecode`.
    place: [String; 6],
    joint: String,
    kind: &'static str,
    status: &'static str,
    text: String,
    /// From `author` to `changed`.
    stamp: [String; 3],
    /// From `check` to `unit`.
    found: [String; 5],
}

struct TakeRows<'a> {
    reviewed: &'a ReviewedTake<'a>,
    base: Timebase,
    texts: CsvTexts,
}

impl TakeRows<'_> {
    fn mark(&self, mark: Mark<'_>) -> Row {
        let stamp = mark.stamp();
        Row {
            id: mark.id().to_string(),
            place: self.place(mark.frames()),
            joint: self.texts.cell(mark.joint().unwrap_or_default()),
            kind: mark.word(),
            status: mark.status(),
            text: self.texts.cell(mark.text()),
            stamp: [
                self.texts.cell(&stamp.author),
                stamp.created.to_string(),
                stamp.changed.to_string(),
            ],
            found: Default::default(),
        }
    }

    fn finding(&self, finding: &Finding) -> Row {
        let [value, limit] = finding.amounts().map(|amount| amount.to_string());
        Row {
            id: String::new(),
            place: self.place(Frames::from([finding.first, finding.last])),
            joint: self.texts.cell(finding.joint(self.reviewed.take).unwrap_or_default()),
            kind: FINDING,
            status: "",
            text: self.texts.cell(&finding.message),
            stamp: Default::default(),
            found: [
                finding.check.word().into(),
                finding.severity.word().into(),
                value,
                limit,
                finding.unit.into(),
            ],
        }
    }

    fn rating(&self) -> Row {
        let rating = &self.reviewed.review.rating;
        Row {
            id: String::new(),
            place: Default::default(),
            joint: String::new(),
            kind: RATING,
            status: "",
            text: self.texts.cell(&rating.text().unwrap_or_default()),
            stamp: [self.texts.cell(&rating.author), String::new(), rating.changed.to_string()],
            found: Default::default(),
        }
    }

    fn place(&self, frames: Frames) -> [String; 6] {
        let take = self.reviewed.take;
        let number = |frame| take.number(frame).map_or(String::new(), |n| n.to_string());
        [
            frames.first.to_string(),
            frames.last.to_string(),
            number(frames.first),
            number(frames.last),
            microseconds(take.file_time(frames.first)).to_string(),
            self.base.text(frames.first),
        ]
    }

    fn write(&self, text: &mut String, row: Row) {
        let rating = &self.reviewed.review.rating;
        let verdict = rating.verdict.map_or("", |verdict| verdict.word());
        let words = |words: [&str; 2]| words.map(String::from);
        let cells: [&[String]; 9] = [
            &[self.texts.cell(self.reviewed.file), row.id],
            &row.place,
            &[row.joint],
            &words([row.kind, row.status]),
            &[row.text],
            &row.stamp,
            &[verdict.to_string(), rating.stars.to_string()],
            &[self.texts.cell(&rating.author)],
            &row.found,
        ];
        text.push_str(&cells.concat().join(","));
        text.push('\n');
    }
}
