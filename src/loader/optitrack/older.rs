//! The CSV that OptiTrack's programs wrote before version 1.2: rows that their first field tells apart.
//!
//! ```text
//! comment,words                    many of them
//! righthanded                      or lefthanded
//! info,version,1.1                 info,framecount,n; info,rigidbodycount,n
//! rigidbody,name,id,…              once for each body, ahead of the frames; what follows a frame says
//!                                  more of a body on it, and is not read; first called trackable
//! frame,n,seconds,bodies,…,markers,…
//! ```
//!
//! A frame has as many bodies as it says, each as `id,x,y,z,qx,qy,qz,qw,yaw,pitch,roll`, and as many
//! markers, each as `x,y,z,id,name`, before version 1.1 without a name, and first without an id. What is not
//! seen on a frame is not in its row: no column is always of the same, so that rows are read here. The unit of
//! length is not said: metres by custom.

use std::collections::HashMap;

use super::super::Format;
use super::super::bodies::{self, Part, RotationFormat};
use super::super::chunks::MergedRows;
use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::{Line, Lines};
use super::super::marker::{Numbering, frame_number};
use super::super::number::double;
use super::super::rate::{ASSUMED_FRAME_TIME, assumed};
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Reader, Scanner};
use super::super::stated::compare_stated;
use super::super::table::{FrameFacts, RowFacts, Separator, field, skip_spaces, unquoted, value};
use super::super::text::without_mark;
use super::super::word::{Word, quoted};
use crate::take::{Detail, DetailKind, FrameTime, Take, WarningCode, counted};

/// The words that rows begin with.
#[rustfmt::skip]
const WORDS: [&str; 8] = [
    "comment", "righthanded", "lefthanded", "info", "rigidbody", "trackable", "markerset", "frame",
];

const BODIES: [&str; 2] = ["rigidbody", "trackable"];

/// How many numbers of a body are read: its place and a quaternion.
const BODY: usize = 7;

/// Whether all lines of a text begin with these words, and one of them tells more than that.
pub(super) fn probe(text: &[u8]) -> bool {
    let holds = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let mut is_sure = holds("OptiTrack") || holds("NaturalPoint");
    let lines = Lines::of(text, text.len() - without_mark(text).len()..text.len());
    let mut filled = lines.filter(|line| !line.is_blank()).peekable();
    if filled.peek().is_none() {
        return false;
    }
    filled.all(|line| {
        let word = first(&line);
        is_sure |= ["righthanded", "lefthanded"].iter().any(|known| word.is(known));
        let is_cut_off = line.end() == text.len();
        is_cut_off || WORDS.iter().any(|known| word.is(known))
    }) && is_sure
}

fn first<'a>(line: &Line<'a>) -> Word<'a> {
    let (text, _) = field::<b','>(line.text, 0);
    Word { text, at: line.at }
}

struct Tracked {
    name: String,
    /// Where it stands first.
    at: usize,
    is_body: bool,
    /// On how many frames it is there.
    frames: usize,
}

impl Tracked {
    fn width(&self) -> usize {
        if self.is_body { BODY } else { COLUMNS }
    }
}

/// What bodies and markers are told apart by.
#[derive(PartialEq, Eq, Hash)]
enum Key<'t> {
    Body(i64),
    Marker(i64, &'t [u8]),
}

/// The frames as they are read: what is tracked on each of them, one after the other.
#[derive(Default)]
struct Frames<'t> {
    tracked: Vec<Tracked>,
    known: HashMap<Key<'t>, u32>,
    /// A frame and what is tracked on it, with as many of `numbers` as that has.
    cells: Vec<[u32; 2]>,
    numbers: Vec<f32>,
    count: usize,
    facts: RowFacts<FrameFacts>,
}

pub(super) fn load(mut reader: Reader<'_>, format: &Format) -> Result<Take, LoadError> {
    let source = reader.scan.source;
    let mut frames = Frames::default();
    let mut progress = ProgressReporter::through(&source);
    let mut announced = None;
    let mut version = None;
    let mut is_left_handed = false;
    for line in reader.scan.lines() {
        progress.advance(&source, line.at)?;
        let word = first(&line);
        if word.is("frame") {
            frames.frame(&line, &mut reader);
        } else if word.is("lefthanded") {
            is_left_handed = true;
        } else if BODIES.iter().any(|known| word.is(known)) && frames.count == 0 {
            frames.define(&line);
        } else if word.is("info") {
            match line.split(Separator::Comma)[..] {
                [_, key, value, ..] if key.is("framecount") => announced = Some(value),
                [_, key, value, ..] if key.is("version") => version = Some(value),
                _ => {}
            }
        }
    }
    progress.end(source.bytes.len());
    let end = reader.scan.at(source.bytes.trim_ascii_end().len());
    if frames.count == 0 {
        frames.facts.losses.judge(0)?;
        return Err(end.expected("a row that begins with frame"));
    }
    frames.choose(&mut reader);
    if frames.tracked.iter().all(|tracked| tracked.frames == 0) {
        return Err(end.expected("a rigid body or a marker on any frame"));
    }
    let (values, columns, parts) = frames.table(is_left_handed, &mut reader);
    if is_left_handed {
        let message = "the axes are left-handed: Z is turned round";
        reader.warnings.add(WarningCode::ConventionDiffers, message);
    }
    let read = MergedRows { values, rows: frames.count, facts: frames.facts };
    let announced_count = announced.and_then(|word: Word<'_>| word.number());
    let mut rows = read.settle(columns, announced_count, &mut reader)?;
    compare_stated(announced, rows.count_with_lost, ["frame", "row"], &mut reader);
    let Reader { scan, warnings } = &mut reader;
    let place = |row| {
        let mut rows = scan.lines().filter(|line| first(line).is("frame"));
        scan.place(rows.nth(row).map_or(scan.at, |line| line.at))
    };
    bodies::write_channels(&mut rows.values, (rows.count, columns), &parts, place, warnings);
    let frame_time = rows.facts.times.frame_time().map_or(ASSUMED_FRAME_TIME, FrameTime::from);
    if frame_time.is_assumed {
        let message = format!("the times of the frames give no rate: {}", assumed());
        warnings.add(WarningCode::RateAssumed, message);
    }
    let skeleton = bodies::skeleton(&source, parts)?;
    let message = "the unit of length is not given: metres are assumed";
    warnings.add(WarningCode::ValueAssumed, message);
    let version =
        version.and_then(|word| Detail::non_empty(DetailKind::VERSION, unquoted(word.text)));
    Ok(Take {
        details: version.into_iter().collect(),
        warnings: reader.warnings.finish(),
        ..rows.take(&source, format, skeleton, frame_time, Some(1.0))
    })
}

impl<'t> Frames<'t> {
    fn define(&mut self, line: &Line<'t>) {
        if let [_, name, id, ..] = line.split(Separator::Comma)[..]
            && let Some(id) = frame_number(id.text)
        {
            self.index(Key::Body(id), name.text, name.at);
        }
    }

    /// Where a body or marker stands in the list.
    fn index(&mut self, key: Key<'t>, name: &[u8], at: usize) -> u32 {
        let is_body = matches!(key, Key::Body(_));
        let tracked = &mut self.tracked;
        *self.known.entry(key).or_insert_with(|| {
            tracked.push(Tracked { name: unquoted(name), at, is_body, frames: 0 });
            tracked.len() as u32 - 1
        })
    }

    /// Reads a row of a frame; one that cannot be read is lost.
    fn frame(&mut self, line: &Line<'t>, reader: &mut Reader<'_>) {
        let (cells, numbers) = (self.cells.len(), self.numbers.len());
        let mut fields = Fields { line, at: 0 };
        let read = self.read(&mut fields);
        let RowFacts { losses, prefix, .. } = &mut self.facts;
        match read {
            Ok((number, seconds)) => {
                for [_, tracked] in &self.cells[cells..] {
                    self.tracked[*tracked as usize].frames += 1;
                }
                self.count += 1;
                prefix.times.add(seconds);
                if !prefix.numbering.follows(number) {
                    reader.warn(WarningCode::NumberingUneven, line.at, Numbering::BROKEN);
                }
            }
            Err(expected) => {
                self.cells.truncate(cells);
                self.numbers.truncate(numbers);
                let error = losses.if_first(|| fields.expected(expected, &reader.scan));
                losses.add(self.count, 1, error);
                prefix.numbering.lose();
                prefix.times.lose();
            }
        }
    }

    /// Reads the fields of a row of a frame; the error is what must stand where the last field that was read is.
    fn read(&mut self, fields: &mut Fields<'_, 't>) -> Result<(i64, Option<f64>), &'static str> {
        fields.next();
        let number = frame_number(fields.next()).ok_or("a frame number")?;
        let seconds = double(fields.next());
        let frame = self.count as u32;
        for _ in 0..fields.count()? {
            let at = fields.line.at + fields.at;
            let id = frame_number(fields.next()).ok_or("the number of a rigid body")?;
            let index = self.index(Key::Body(id), b"", at);
            for _ in 0..BODY {
                self.numbers.push(fields.number()?);
            }
            self.cells.push([frame, index]);
            // The same rotation as angles, which are of an order that is not said.
            (0..3).for_each(|_| _ = fields.next());
        }
        let markers = fields.count()?;
        let each = fields.each(markers);
        for marker in 0..markers {
            let at = fields.line.at + fields.at;
            for _ in 0..COLUMNS {
                self.numbers.push(fields.number()?);
            }
            let id = if each > COLUMNS {
                frame_number(fields.next()).ok_or("the number of a marker")?
            } else {
                marker as i64
            };
            let name = if each > COLUMNS + 1 { fields.next() } else { b"" };
            let index = self.index(Key::Marker(id, name), name, at);
            self.cells.push([frame, index]);
        }
        Ok((number, seconds))
    }

    /// Leaves out what is there on too few frames for a table of all of them, which would be larger than
    /// the file: programs gave a marker that they lost a new number each time.
    fn choose(&mut self, reader: &mut Reader<'_>) {
        let mut max_width = reader.scan.source.bytes.len() / 2 / self.count;
        let mut order: Vec<&mut Tracked> = self.tracked.iter_mut().collect();
        order.sort_by_key(|tracked| std::cmp::Reverse(tracked.frames));
        let mut left = 0;
        for tracked in order {
            let width = tracked.width();
            if tracked.frames > 0 && width <= max_width {
                max_width -= width;
            } else {
                left += usize::from(tracked.frames > 0);
                tracked.frames = 0;
            }
        }
        if left > 0 {
            let many = counted(left, "marker");
            let message = format!("{many} seen on few frames are left out");
            reader.warnings.add(WarningCode::ValuesLeftOut, message);
        }
    }

    /// The numbers of all frames as a table, how many a row has, and what they are of.
    fn table(&self, is_left_handed: bool, reader: &mut Reader<'_>) -> (Vec<f32>, usize, Vec<Part>) {
        let kept = self.tracked.iter().enumerate().filter(|(_, tracked)| tracked.frames > 0);
        let kept: Vec<(usize, &Tracked)> = kept.collect();
        let mut names: Vec<String> = kept.iter().map(|(_, own)| own.name.clone()).collect();
        reader.settle_names(&mut names, |i| kept[i].1.at);
        let mut columns = 0;
        let mut firsts = vec![None; self.tracked.len()];
        let mut parts = Vec::with_capacity(kept.len());
        for ((i, tracked), name) in kept.into_iter().zip(names) {
            firsts[i] = Some(columns);
            let rotation = (RotationFormat::Quaternion, columns + COLUMNS);
            let rotation = tracked.is_body.then_some(rotation);
            parts.push(Part { rotation, ..Part::marker(name, columns) });
            columns += tracked.width();
        }
        let mut values = vec![f32::NAN; columns * self.count];
        let mut from = 0;
        for &[frame, index] in &self.cells {
            let width = self.tracked[index as usize].width();
            if let Some(first) = firsts[index as usize] {
                let own = &mut values[frame as usize * columns + first..][..width];
                own.copy_from_slice(&self.numbers[from..][..width]);
                if is_left_handed {
                    // Along Z the world is turned round, and with it the way about X and Y.
                    for i in [2, 3, 4].into_iter().take_while(|&i| i < width) {
                        own[i] = -own[i];
                    }
                }
            }
            from += width;
        }
        (values, columns, parts)
    }
}

/// The fields of a row, one after the other.
struct Fields<'a, 't> {
    line: &'a Line<'t>,
    /// The byte of the line at which the next one begins.
    at: usize,
}

impl<'t> Fields<'_, 't> {
    fn next(&mut self) -> &'t [u8] {
        let (found, behind) = field::<b','>(self.line.text, self.at);
        self.at = behind;
        found
    }

    /// How many of something follow. No more than the line has bytes are believed.
    fn count(&mut self) -> Result<usize, &'static str> {
        let before = self.at;
        let count = frame_number(self.next()).and_then(|n| usize::try_from(n).ok());
        let count = count.filter(|&n| n <= self.line.text.len());
        count.ok_or_else(|| {
            self.at = before;
            "how many rigid bodies or markers follow"
        })
    }

    /// How many fields each of so many markers has that are all of the rest; where none fits, as many as in version 1.1.
    fn each(&self, markers: usize) -> usize {
        const NEWEST: usize = COLUMNS + 2;
        let rest = self.line.text.get(self.at..).unwrap_or_default();
        let fields = 1 + memchr::memchr_iter(b',', rest.trim_ascii_end()).count();
        let mut widths = (COLUMNS..=NEWEST).rev();
        // A comma may stand behind the last one.
        let fits = |each: &usize| [fields, fields - 1].contains(&(each * markers));
        widths.find(fits).unwrap_or(NEWEST)
    }

    fn number(&mut self) -> Result<f32, &'static str> {
        let text = self.line.text;
        let at = skip_spaces::<b','>(text, self.at);
        let found = (at < text.len()).then(|| value::<b','>(text, at, &[]));
        let Some(Some((Some(value), behind))) = found else {
            return Err("a number for a position or a rotation");
        };
        self.at = behind + usize::from(behind < text.len());
        Ok(value)
    }

    /// An error at the field that was read last.
    fn expected(&self, expected: &str, scan: &Scanner<'_>) -> LoadError {
        let (found, _) = field::<b','>(self.line.text, self.at);
        let found = if self.at < self.line.text.len() {
            quoted(found)
        } else {
            "the end of the line".to_string()
        };
        scan.expected_at(self.line.at + self.at, expected, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_these_words_are_known_and_others_are_not() {
        for known in [
            "righthanded\nframe,0,0.0,0,0",
            "comment,\"OptiTrack Export Data\"\ninfo,version,1.1\nfra",
            "\u{feff}lefthanded\r\n\r\ninfo,framecount,2\r\n",
        ] {
            assert!(probe(known.as_bytes()), "{known}");
        }
        for other in [
            "",
            "comment,id\n1,2\n",
            "comment,id\ncomment,2\n",
            "frame,number,time\nframe,1,2\n",
            "righthanded,yes\nno,1\n",
        ] {
            assert!(!probe(other.as_bytes()), "{other}");
        }
    }
}
