//! Notes from CSV: the columns that are exported, or those of other programs, known by their header.

use std::path::Path;

use super::imported::{Import, SkippedMark, frame_of, own_file};
use crate::review::notes::added::Event;
use crate::review::notes::marks::{EVENT, FINDING, RATING};
use crate::review::notes::note::{Frames, Note, NoteKind};
use crate::review::notes::record::Id;
use crate::review::notes::time::Time;
use crate::review::notes::timebase::Timebase;
use crate::take::{FileNumbers, Take, strip_guard};

/// What a column is for, and the words for it in headers, the one that is exported first.
const COLUMNS: [&[&str]; 15] = [
    &["frame", "first_frame", "start_frame", "first", "in"],
    &["last_frame", "end_frame", "last", "out", "end"],
    &["number", "frame_number"],
    &["last_number"],
    &["time", "seconds", "start_time", "start", "position"],
    &["timecode", "tc", "start_timecode"],
    &["joint", "marker", "node", "bone"],
    &["kind", "type", "category"],
    &["status", "done"],
    &["text", "note", "comment", "notes", "comments", "description", "name"],
    &["author", "by", "user"],
    &["id"],
    &["created"],
    &["changed"],
    &["file"],
];
const FRAME: usize = 0;
const LAST_FRAME: usize = 1;
const NUMBER: usize = 2;
const LAST_NUMBER: usize = 3;
const TIME: usize = 4;
const TIMECODE: usize = 5;
const JOINT: usize = 6;
const KIND: usize = 7;
const STATUS: usize = 8;
const TEXT: usize = 9;
const AUTHOR: usize = 10;
const ID: usize = 11;
const CREATED: usize = 12;
const CHANGED: usize = 13;
const FILE: usize = 14;

/// A row, and the line that it begins on, from 1.
struct Row {
    line: usize,
    cells: Vec<String>,
}

/// The rows that are not blank. What is between cells is what the first line has most of.
fn rows(text: &str) -> Vec<Row> {
    let head = text.lines().next().unwrap_or_default();
    let count = |mark: &char| head.matches(*mark).count();
    // Of as many, the last one counts: that is the comma.
    let between = ['\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',');
    let mut rows = Vec::new();
    let mut row = Row { line: 1, cells: vec![String::new()] };
    let (mut line, mut is_quoted) = (1, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        line += usize::from(c == '\n');
        // There always is a cell that is being read.
        let cells = row.cells.len();
        let cell = &mut row.cells[cells - 1];
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => {
                rest.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            _ if is_quoted => cell.push(c),
            '"' if cell.trim().is_empty() => {
                cell.clear();
                is_quoted = true;
            }
            '\n' => {
                rows.push(std::mem::replace(&mut row, Row { line, cells: vec![String::new()] }));
            }
            '\r' if rest.peek() == Some(&'\n') => {}
            _ if c == between => row.cells.push(String::new()),
            _ => cell.push(c),
        }
    }
    rows.push(row);
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    rows
}

/// Where each column is.
struct Header([Option<usize>; COLUMNS.len()]);

impl Header {
    fn of(row: &Row) -> Result<Self, String> {
        let plain = |cell: &String| cell.trim().to_lowercase().replace([' ', '-'], "_");
        let cells: Vec<String> = row.cells.iter().map(plain).collect();
        let position = |word: &&str| cells.iter().position(|cell| cell == word);
        let header = COLUMNS.map(|words| words.iter().find_map(position));
        let has = |columns: &[usize]| columns.iter().any(|&column| header[column].is_some());
        match (has(&[FRAME, NUMBER, TIME, TIMECODE]), has(&[TEXT])) {
            (false, _) => Err("it has no column frame, number, time or timecode".into()),
            (_, false) => Err("it has no column text, note or comment".into()),
            _ => Ok(Self(header)),
        }
    }

    /// The cell of a column; `None` where it is empty.
    fn cell<'a>(&self, row: &'a Row, column: usize) -> Option<&'a str> {
        let cell = row.cells.get(self.0[column]?)?.trim();
        (!cell.is_empty()).then_some(strip_guard(cell))
    }
}

/// Whether the first row has the columns that others do not name so: those of exported notes.
pub(super) fn is_exported(head: &str) -> bool {
    let first = head.lines().next().unwrap_or_default();
    rows(first).first().and_then(|row| Header::of(row).ok()).is_some_and(|Header(columns)| {
        let own = [FILE, ID, FRAME, LAST_FRAME, KIND, STATUS, TEXT, AUTHOR, CREATED];
        own.iter().all(|&column| columns[column].is_some())
    })
}

pub(super) fn read(text: &str, take: &Take, file: &Path, now: Time) -> Result<Import, String> {
    let rows = rows(text);
    let (head, rows) = rows.split_first().ok_or("it is empty")?;
    let header = Header::of(head)?;
    // A table of several takes names their files.
    let own = own_file(rows.iter().filter_map(|row| header.cell(row, FILE)), take, file)?;
    let is_own = |row: &&Row| own.is_none() || header.cell(row, FILE) == own;
    let mut imported = Import::default();
    for row in rows.iter().filter(is_own) {
        if let Err(why) = read_row(row, &header, take, now, &mut imported) {
            imported.skipped.push(SkippedMark { number: row.line, reason: why });
        }
    }
    Ok(imported)
}

fn read_row(
    row: &Row,
    header: &Header,
    take: &Take,
    now: Time,
    imported: &mut Import,
) -> Result<(), String> {
    let cell = |column| header.cell(row, column);
    let word = cell(KIND).unwrap_or_default();
    if [FINDING, RATING].contains(&word) {
        // Our own rows about a take, of what nobody has noted on its frames.
        return Ok(());
    }
    let first = first_frame(&cell, take)?;
    let last = last_frame(&cell, take)?.unwrap_or(first);
    let text = cell(TEXT).map(String::from);
    let author = cell(AUTHOR).unwrap_or_default();
    let time = |column| cell(column).and_then(Time::parse);
    let created = time(CREATED).unwrap_or(now);
    let id = cell(ID).and_then(Id::parse);
    let joint = cell(JOINT).map(String::from);
    if word.eq_ignore_ascii_case(EVENT) {
        let mut event = Event::new(first, text.ok_or("there is no text")?, author, created);
        event.id = id.unwrap_or(event.id);
        event.joint = joint;
        event.stamp.changed = time(CHANGED).unwrap_or(created);
        imported.events.push(event);
        return Ok(());
    }
    let mut note = Note::new(Frames::from([first, last]), author, created);
    note.id = id.unwrap_or(note.id);
    note.joint = joint;
    note.kind = match word {
        "" => NoteKind::default(),
        word => NoteKind::from_word(word).ok_or_else(|| format!("there is no kind '{word}'"))?,
    };
    note.done = cell(STATUS).is_some_and(|status| {
        let is = |word: &&str| status.eq_ignore_ascii_case(word);
        ["done", "closed", "resolved", "yes", "true", "x", "1"].iter().any(is)
    });
    // A note may be a kind alone, or a drawing, which is not in a table.
    let says_something = id.is_some() || !word.is_empty();
    note.text = text.or(says_something.then(String::new)).ok_or("there is no text")?;
    note.stamp.changed = time(CHANGED).unwrap_or(created);
    imported.notes.push(note);
    Ok(())
}

/// The frame by the first of the columns that says something.
fn first_frame<'a>(cell: &impl Fn(usize) -> Option<&'a str>, take: &Take) -> Result<usize, String> {
    if let Some(frame) = cell(FRAME) {
        return counted(frame, take);
    }
    if let Some(number) = cell(NUMBER) {
        return numbered(number, take);
    }
    if let Some(time) = cell(TIME) {
        let seconds = seconds(time).ok_or_else(|| format!("'{time}' is no time"))?;
        return at_file_time(seconds, take);
    }
    let timecode = cell(TIMECODE).ok_or("there is no frame, time or timecode")?;
    let base = Timebase::for_take(take);
    let parts = timecode.split([':', ';']).map(|part| part.trim().parse::<u32>().ok());
    let parts: Option<Vec<u32>> = parts.collect();
    let Some([hours, minutes, seconds, frames]) = parts.as_deref().and_then(<[u32]>::as_array)
    else {
        return Err(format!("'{timecode}' is no timecode"));
    };
    let seconds = (i64::from(*hours) * 60 + i64::from(*minutes)) * 60 + i64::from(*seconds);
    let timeline_frame = base.timecode.frame(seconds, i64::from(*frames));
    let timeline_frame = timeline_frame.map_err(|error| error.to_string())?;
    frame_of(base.take_frame(timeline_frame), take)
}

fn last_frame<'a>(
    cell: &impl Fn(usize) -> Option<&'a str>,
    take: &Take,
) -> Result<Option<usize>, String> {
    match (cell(LAST_FRAME), cell(LAST_NUMBER)) {
        (Some(frame), _) => counted(frame, take).map(Some),
        (_, Some(number)) => numbered(number, take).map(Some),
        _ => Ok(None),
    }
}

/// A frame that counts from 0.
fn counted(text: &str, take: &Take) -> Result<usize, String> {
    let frame: f64 = text.parse().map_err(|_| format!("'{text}' is no frame"))?;
    if frame.fract() == 0.0 { frame_of(frame, take) } else { Err(format!("'{text}' is no frame")) }
}

/// A frame that the file calls so.
fn numbered(text: &str, take: &Take) -> Result<usize, String> {
    let frame = text.parse().ok().and_then(|number| take.frame_of_number(number));
    frame.ok_or_else(|| format!("the file has no frame {text}"))
}

/// `1.5`, `1,5` or `00:01:02.5`, in seconds.
fn seconds(text: &str) -> Option<f64> {
    let parts = text
        .split(':')
        .map(|part| part.trim().replace(',', ".").parse().ok().filter(|n: &f64| n.is_finite()));
    let parts: Vec<f64> = parts.collect::<Option<_>>()?;
    (parts.len() <= 3).then(|| parts.iter().fold(0.0, |sum, part| 60.0 * sum + part))
}

fn at_file_time(seconds: f64, take: &Take) -> Result<usize, String> {
    let frame_time = take.motion.frame_time();
    let index = ((seconds - take.start_time) / frame_time).round();
    if !matches!(take.numbers, Some(FileNumbers::Jumping { .. })) {
        return frame_of(index, take);
    }
    // Times jump with the numbers.
    let away = |frame: &usize| (take.file_time(*frame) - seconds).abs();
    let frames = 0..take.motion.frame_count();
    let nearest = frames.min_by(|a, b| away(a).total_cmp(&away(b)));
    nearest.filter(|frame| away(frame) <= frame_time).map_or_else(|| frame_of(index, take), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(usize, Vec<String>)> {
        rows(text).into_iter().map(|row| (row.line, row.cells)).collect()
    }

    #[test]
    fn quotes_hold_lines_and_marks_together() {
        let text = "a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\n , \n3";
        let expected = [(1, vec!["a", "b"]), (2, vec!["x, \"y\"\nz", "2"]), (6, vec!["3"])];
        let expected = expected
            .map(|(line, cells)| (line, cells.into_iter().map(String::from).collect::<Vec<_>>()));
        assert_eq!(cells(text), expected);
        assert_eq!(cells("a;b,c;d\n1;2;3")[1].1, ["1", "2", "3"]);
        assert_eq!(cells("a\tb\n1,5\t2")[1].1, ["1,5", "2"]);
        assert_eq!(cells("").len(), 0);
    }
}
