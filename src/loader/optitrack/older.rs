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
//! markers, each as `x,y,z,id,name`, before version 1.1 without a name, and first without an id. What is not seen on a frame is not in its row. The unit of length is
//! not said: metres by custom.

use std::collections::HashMap;

use super::super::bodies::{self, Part, Written};
use super::super::declared_counts::compare_stated;
use super::super::error::LoadError;
use super::super::line::{Line, Lines};
use super::super::marker::{self, COLUMNS, Numbering, frame_number};
use super::super::number::double;
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, counted};
use super::super::reporter::ProgressReporter;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::table::{Separator, Times, field, skip_spaces, unquoted, value};
use super::super::unread_rows::{Fill, Table, UnreadRows};
use super::super::{Format, Source};
use crate::take::{Detail, DetailKind, FrameTime, Motion, Take, Units, Up, WarningCode, Warnings};

/// The words that rows begin with.
const WORDS: [&str; 8] = [
    "comment",
    "righthanded",
    "lefthanded",
    "info",
    "rigidbody",
    "trackable",
    "markerset",
    "frame",
];

/// The words that rows of a body begin with.
const BODIES: [&str; 2] = ["rigidbody", "trackable"];

/// How many numbers of a body are read: its place and a quaternion.
const BODY: usize = 7;

/// Whether all lines of a text begin with these words, and one of them tells more than that.
pub(super) fn probe(text: &[u8]) -> bool {
    let head = Source::new("", text);
    let lines = Lines::of(text, Scanner::new(&head).at..text.len());
    let mut tells = false;
    let mut filled = lines.filter(|line| !line.is_blank()).peekable();
    if filled.peek().is_none() {
        return false;
    }
    filled.all(|line| {
        let word = first(&line);
        tells |= ["righthanded", "lefthanded"].iter().any(|known| word.is(known));
        let is_cut_off = line.end() == text.len();
        is_cut_off || WORDS.iter().any(|known| word.is(known))
    }) && (tells || holds(text, b"OptiTrack") || holds(text, b"NaturalPoint"))
}

fn holds(text: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(text, word).is_some()
}

/// The first field of a line.
fn first<'a>(line: &Line<'a>) -> Word<'a> {
    let (text, _) = field::<b','>(line.text, 0);
    Word { text, at: line.at }
}

/// What is shown of a body or marker.
struct Seen {
    name: String,
    /// Where it stands first.
    at: usize,
    is_body: bool,
    /// On how many frames it is there.
    frames: usize,
}

impl Seen {
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

/// The frames as they are read: what is seen on each of them, one after the other.
#[derive(Default)]
struct Frames<'t> {
    seen: Vec<Seen>,
    known: HashMap<Key<'t>, u32>,
    /// A frame and what is seen on it, with as many of `numbers` as that has.
    cells: Vec<[u32; 2]>,
    numbers: Vec<f32>,
    count: usize,
    losses: UnreadRows,
    numbering: Numbering,
    times: Times,
}

/// Reads a take of this format.
pub(super) fn load(source: &Source<'_>, format: &Format) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let mut frames = Frames::default();
    let mut reporter = ProgressReporter::through(source);
    let mut announced = None;
    let mut version = None;
    let mut is_left_handed = false;
    for line in Lines::of(source.bytes, scan.at..source.bytes.len()) {
        reporter.go_on(source, line.at)?;
        let word = first(&line);
        match () {
            () if word.is("frame") => frames.frame(&line, &scan, &mut warnings),
            () if word.is("lefthanded") => is_left_handed = true,
            () if BODIES.iter().any(|known| word.is(known)) => {
                if frames.count == 0 {
                    frames.define(&line);
                }
            }
            () if word.is("info") => {
                let fields = line.parted_by(Separator::Comma);
                match fields[..] {
                    [_, key, value, ..] if key.is("framecount") => announced = Some(value),
                    [_, key, value, ..] if key.is("version") => version = Some(value),
                    _ => {}
                }
            }
            () => {}
        }
    }
    reporter.end(source.bytes.len());
    if frames.count == 0 {
        let end = scan.at(source.bytes.trim_ascii_end().len());
        frames.losses.judge(0)?;
        return Err(end.expected("a row that begins with frame"));
    }
    frames.choose(&scan, &mut warnings)?;
    let (mut values, columns, parts) = frames.table(is_left_handed);
    if is_left_handed {
        let message = "the axes are left-handed: Z is turned round";
        warnings.add(WarningCode::ConventionDiffers, message);
    }
    let said = announced.as_ref().and_then(Word::number);
    let table = Table { values: &mut values, rows: &mut frames.count, columns, fill: Fill::Gap };
    let damage = frames.losses.settle(table, said, |why| why, &mut warnings)?;
    let count = frames.count;
    let nouns = ["frame", "row"];
    compare_stated(announced.as_ref(), damage.rows(count), nouns, &scan, &mut warnings);
    let lost = damage.tell(count, &mut warnings);
    let place = |row| {
        let lines = Lines::of(source.bytes, scan.at..source.bytes.len());
        let mut rows = lines.filter(|line| first(line).is("frame"));
        scan.place(rows.nth(row).map_or(scan.at, |line| line.at))
    };
    bodies::settle(&mut values, (count, columns), &parts, place, &mut warnings);
    let frame_time = frame_time(&frames.times, &mut warnings);
    let start_time = frames.times.start(lost.ahead(), frame_time.seconds);
    let skeleton = bodies::skeleton(source, parts)?;
    let motion = Motion::new(frame_time, count, skeleton.columns(), values);
    let message = "the unit of length is not given: metres are assumed";
    warnings.add(WarningCode::ValueAssumed, message);
    let units = Units::new(Some(1.0), Up::assumed(format.up));
    let version = version.and_then(|word| Detail::said(DetailKind::VERSION, unquoted(word.text)));
    Ok(Take {
        details: version.into_iter().collect(),
        numbers: frames.times.clock_of(frames.numbering.finish(&lost)),
        start_time,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), format.name, skeleton, motion, units)
    })
}

/// Seconds a frame, by the times of the rows.
fn frame_time(times: &Times, warnings: &mut Warnings) -> FrameTime {
    if let Some(seconds) = times.frame_time() {
        return seconds.into();
    }
    let message = format!("the times of the frames give no rate: {}", assumed());
    warnings.add(WarningCode::RateAssumed, message);
    ASSUMED_FRAME_TIME
}

impl<'t> Frames<'t> {
    /// Takes in the name of a body.
    fn define(&mut self, line: &Line<'t>) {
        let fields = line.parted_by(Separator::Comma);
        if let [_, name, id, ..] = fields[..]
            && let Some(id) = frame_number(id.text)
        {
            self.place_of(Key::Body(id), name.text, name.at);
        }
    }

    /// Where a body or marker stands in the list.
    fn place_of(&mut self, key: Key<'t>, name: &[u8], at: usize) -> u32 {
        let is_body = matches!(key, Key::Body(_));
        let seen = &mut self.seen;
        *self.known.entry(key).or_insert_with(|| {
            seen.push(Seen { name: unquoted(name), at, is_body, frames: 0 });
            seen.len() as u32 - 1
        })
    }

    /// Reads a row of a frame; one that cannot be read is lost.
    fn frame(&mut self, line: &Line<'t>, scan: &Scanner<'_>, warnings: &mut Warnings) {
        let (cells, numbers) = (self.cells.len(), self.numbers.len());
        let mut fields = Fields { line, at: 0 };
        match self.read(&mut fields) {
            Ok((number, seconds)) => {
                for [_, seen] in &self.cells[cells..] {
                    self.seen[*seen as usize].frames += 1;
                }
                self.times.add(seconds);
                self.count += 1;
                if !self.numbering.follows(number) {
                    let place = || scan.place(line.at);
                    warnings.add_at(WarningCode::NumberingUneven, place, Numbering::BROKEN);
                }
            }
            Err(wanted) => {
                self.cells.truncate(cells);
                self.numbers.truncate(numbers);
                let why = self.losses.why(|| fields.expected(wanted, scan));
                self.losses.add(self.count, 1, why);
                self.numbering.lose();
                self.times.lose();
            }
        }
    }

    /// Reads the fields of a row of a frame; else tells what must stand where the last field that was read is.
    fn read(&mut self, fields: &mut Fields<'_, 't>) -> Result<(i64, Option<f64>), &'static str> {
        fields.next();
        let number = frame_number(fields.next()).ok_or("a frame number")?;
        let seconds = double(fields.next());
        let frame = self.count as u32;
        for _ in 0..fields.count()? {
            let at = fields.line.at + fields.at;
            let id = frame_number(fields.next()).ok_or("the number of a rigid body")?;
            let seen = self.place_of(Key::Body(id), b"", at);
            for _ in 0..BODY {
                self.numbers.push(fields.number()?);
            }
            self.cells.push([frame, seen]);
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
            let seen = self.place_of(Key::Marker(id, name), name, at);
            self.cells.push([frame, seen]);
        }
        Ok((number, seconds))
    }

    /// Leaves out what is there on too few frames for a table of all of them, which would be larger than
    /// the file: programs gave a marker that they lost a new number each time.
    fn choose(&mut self, scan: &Scanner<'_>, warnings: &mut Warnings) -> Result<(), LoadError> {
        let mut most = scan.source.bytes.len() / 2 / self.count;
        let mut order: Vec<usize> = (0..self.seen.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.seen[i].frames));
        let mut left = 0;
        for i in order {
            let width = self.seen[i].width();
            if self.seen[i].frames > 0 && width <= most {
                most -= width
            } else {
                left += usize::from(self.seen[i].frames > 0);
                self.seen[i].frames = 0;
            }
        }
        if left > 0 {
            let many = counted(left as f64, "marker");
            let message = format!("{many} seen on few frames are left out");
            warnings.add(WarningCode::ValuesLeftOut, message);
        }
        if self.seen.iter().all(|seen| seen.frames == 0) {
            let none = "a rigid body or a marker on any frame";
            let end = scan.at(scan.source.bytes.trim_ascii_end().len());
            return Err(end.expected(none));
        }
        let kept = || self.seen.iter().filter(|seen| seen.frames > 0);
        let mut names: Vec<String> = kept().map(|seen| seen.name.clone()).collect();
        let places: Vec<usize> = kept().map(|seen| seen.at).collect();
        marker::settle_names(&mut names, |i| scan.place(places[i]), warnings);
        let kept = self.seen.iter_mut().filter(|seen| seen.frames > 0);
        kept.zip(names).for_each(|(seen, name)| seen.name = name);
        Ok(())
    }

    /// The numbers of all frames as a table, how many a row has, and what they are of.
    fn table(&mut self, is_left_handed: bool) -> (Vec<f32>, usize, Vec<Part>) {
        let mut first = 0;
        let mut firsts = Vec::with_capacity(self.seen.len());
        let mut parts = Vec::new();
        for seen in &mut self.seen {
            if seen.frames == 0 {
                firsts.push(None);
                continue;
            }
            firsts.push(Some(first));
            let turn = (Written::Quaternion, first + COLUMNS);
            parts.push(Part {
                rotation: seen.is_body.then_some(turn),
                ..Part::marker(std::mem::take(&mut seen.name), first)
            });
            first += seen.width();
        }
        let mut values = vec![f32::NAN; first * self.count];
        let mut from = 0;
        for &[frame, seen] in &self.cells {
            let width = self.seen[seen as usize].width();
            if let Some(column) = firsts[seen as usize] {
                let own = &mut values[frame as usize * first + column..][..width];
                own.copy_from_slice(&self.numbers[from..][..width]);
                if is_left_handed {
                    // Along Z the world is turned round, and with it the way about X and Y.
                    let turned = [2, 3, 4].into_iter().take_while(|&i| i < width);
                    turned.for_each(|i| own[i] = -own[i]);
                }
            }
            from += width;
        }
        (values, first, parts)
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
        let found = (at < text.len()).then(|| value::<b','>(text, at, b""));
        let Some(Some((Some(value), behind))) = found else {
            return Err("a number for a position or a rotation");
        };
        self.at = behind + usize::from(behind < text.len());
        Ok(value)
    }

    /// An error at the field that was read last.
    fn expected(&self, wanted: &str, scan: &Scanner<'_>) -> LoadError {
        let (found, _) = field::<b','>(self.line.text, self.at);
        let found = if self.at < self.line.text.len() {
            quoted(found)
        } else {
            "the end of the line".to_string()
        };
        scan.expected_at(self.line.at + self.at, wanted, found)
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
