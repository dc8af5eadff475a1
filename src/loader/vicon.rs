//! CSV of Vicon Nexus: sections, of which Trajectories holds the places of markers.
//!
//! ```text
//! Trajectories                     the name of the section
//! 100                              frames a second
//! ,,Ann:LASI,,,Ann:RASI,,          a name above the first column of each marker
//! Frame,Sub Frame,X,Y,Z,X,Y,Z
//! ,,mm,mm,mm,mm,mm,mm
//! 1,0,x,y,z,x,y,z                  rows; an empty field is a gap
//!                                  a blank line ends the section
//! ```
//!
//! Other sections are built alike: Devices, Model Outputs and Joints hold forces and angles, which are not
//! shown. Where there are no trajectories, the places of Segments or Objects are read, whose columns are
//! called TX TY TZ. Events are lines of `Subject,Context,Name,Time (s),Description`. Spreadsheets write
//! semicolons for commas. Frame 1 is the beginning of the trial. The axis that is up is not said: Z by
//! custom.

use super::bodies::{self, Part};
use super::error::LoadError;
use super::event_label::full_label;
use super::gaps::COLUMNS;
use super::line::{Line, Lines};
use super::number::double;
use super::scanner::{Reader, Scanner};
use super::stated::stated_frame_time;
use super::table::{Columns, FrameColumns, Separator, first_word, unquoted};
use super::text::is_blank;
use super::unit_names::stated_metres;
use super::word::{Word, plain};
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, Event, FormatId, Take, WarningCode};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Vicon,
    extensions: &["csv"],
    about: "Vicon Nexus' CSV export: the markers of its section Trajectories",
    types: &[],
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// Sections with places, the ones that show most first.
const PLACES: [&str; 3] = ["Trajectories", "Segments", "Objects"];

/// What the axes of a place are called: those of markers, and those of segments.
const AXES: [[&str; COLUMNS]; 2] = [["X", "Y", "Z"], ["TX", "TY", "TZ"]];

/// No more sections than these are looked at: a file has one of each.
const MAX_SECTIONS: usize = 64;

/// Seconds beyond which no event can be: some 30 years.
const MAX_SECONDS: f64 = 1e9;

fn probe(bytes: &[u8]) -> bool {
    let head = Scanner::of_head(bytes);
    begins(head.source.bytes, head.at)
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let all = sections(source.bytes, reader.scan.at, MAX_SECTIONS);
    let section = choose(&all, &reader.scan)?;
    let header = Header::read(section, &mut reader)?;
    warn_of_others(&all, section, &header, &mut reader);
    let rows = header.columns.read(header.start..section.end, None, &mut reader)?;
    if rows.count == 0 {
        return Err(reader
            .scan
            .at(header.start)
            .expected("a row with a frame number and positions")
            .hint("the section has no data"));
    }
    let frame_time = stated_frame_time(&section.rate, &section.rate.shown(), &mut reader);
    let metres = stated_metres(header.unit, &mut reader);
    let skeleton = bodies::skeleton(source, header.columns.parts)?;
    let take = rows.take(source, &FORMAT, skeleton, frame_time, metres);
    let first = take.numbers.as_ref().and_then(|numbers| numbers.number(0));
    let start_time = first.map_or(0.0, |first| (first - 1).max(0) as f64 * frame_time.seconds);
    Ok(Take {
        details: vec![Detail::by_description(FORMAT.id)],
        events: events(&all, start_time, &mut reader),
        start_time,
        warnings: reader.warnings.finish(),
        ..take
    })
}

/// A part of the file: a line with its name, one with its rate, lines that say what its columns are, and
/// rows.
#[derive(Clone, Copy, Debug)]
struct Section<'a> {
    name: Word<'a>,
    /// Rows a second.
    rate: Word<'a>,
    /// The byte behind the line of the rate.
    start: usize,
    /// Where the next section begins, or the file ends.
    end: usize,
}

/// What the sections are called that Vicon's programs write.
#[rustfmt::skip]
const NAMES: [&str; 9] = [
    "Trajectories", "Segments", "Objects", "Joints", "Model Outputs", "Devices", "Events", "Bones",
    "Landmarks",
];

/// Whether a text begins with a section of a name that is known.
fn begins(text: &[u8], from: usize) -> bool {
    let first = sections(text, from, 1).into_iter().next();
    let is_filled = |line: &Line<'_>| !line.is_blank();
    let line = Lines::of(text, from..text.len()).find(is_filled);
    first.is_some_and(|section| {
        let is_known = NAMES.iter().any(|known| section.name.is(known));
        is_known && line.is_some_and(|line| line.at == section.name.at)
    })
}

/// The sections from byte `from` on, no more than `most`.
fn sections(text: &[u8], from: usize, most: usize) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    let mut lines = Lines::of(text, from..text.len());
    while let Some(line) = lines.next() {
        // Rows begin with a number: most of the file is done with after a look at one letter each.
        if !line.text.first().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let (Some(name), Some(next)) = (lone(&line), lines.clone().find(|line| !line.is_blank()))
        else {
            continue;
        };
        let Some(rate) = lone(&next).filter(|word| double(word.text).is_some()) else { continue };
        if let Some(last) = found.last_mut() {
            last.end = line.at;
        }
        if found.len() == most {
            break;
        }
        found.push(Section { name, rate, start: next.end(), end: text.len() });
    }
    found
}

/// The only field of a line, which a spreadsheet may have filled up with others that are empty.
fn lone<'a>(line: &Line<'a>) -> Option<Word<'a>> {
    let parts = |b: &u8| b",;\t".contains(b);
    let len = line.text.iter().position(parts).unwrap_or(line.text.len());
    let (field, behind) = line.text.split_at(len);
    let is_alone = behind.iter().all(|b| is_blank(*b) || parts(b));
    let word = Word { text: field.trim_ascii_end(), at: line.at };
    (is_alone && !word.text.is_empty()).then_some(word)
}

fn choose<'s, 'a>(
    all: &'s [Section<'a>],
    scan: &Scanner<'_>,
) -> Result<&'s Section<'a>, LoadError> {
    // Where only the beginning of a file is there, trajectories may follow.
    let names = if scan.source.whole.is_some() { &PLACES[..1] } else { &PLACES[..] };
    let called = |name: &&str| all.iter().find(|section| section.name.is(name));
    names.iter().find_map(called).ok_or_else(|| {
        let first = all.first().map_or(scan.at, |section| section.name.at);
        let error = scan.at(first).expected("a section Trajectories");
        error.hint("export the trajectories of markers, too")
    })
}

/// Warns of sections, and of columns, that are not shown.
fn warn_of_others(
    all: &[Section<'_>],
    shown: &Section<'_>,
    header: &Header<'_>,
    reader: &mut Reader<'_>,
) {
    for Section { name, .. } in all {
        if name.at != shown.name.at && !name.is("Events") {
            let message = format!("the section {} is not shown", name.shown());
            reader.warn(WarningCode::PointsLeftOut, name.at, message);
        }
    }
    if let Some(at) = header.rotation {
        let message = "rotations are not read: the file does not say of which kind they are";
        reader.warn(WarningCode::ValuesLeftOut, at, message);
    }
}

/// The lines of a section that tell of its columns: the places of markers or of segments.
struct Header<'a> {
    columns: Columns,
    /// The unit of length, which stands below the columns of places.
    unit: Option<Word<'a>>,
    /// The first column of a rotation, by its place.
    rotation: Option<usize>,
    /// The byte behind the header.
    start: usize,
}

impl<'a> Header<'a> {
    fn read(section: &Section<'a>, reader: &mut Reader<'a>) -> Result<Self, LoadError> {
        let scan = reader.scan;
        let mut lines = Lines::of(scan.source.bytes, section.start..section.end);
        let (names, axes) = names_and_axes(&mut lines, &scan)?;
        let separator = match axes.text.iter().find(|b| b",;\t".contains(b)) {
            Some(b';') => Separator::Semicolon,
            Some(b'\t') => Separator::Tab,
            _ => Separator::Comma,
        };
        let names = names.map_or_else(Vec::new, |line| line.split(separator));
        let axes = axes.split(separator);
        let units = units(&mut lines, separator);
        let has_sub_frames = axes.get(1).is_some_and(|field| field.is("Sub Frame"));
        let prefix = FrameColumns {
            fields: 1 + usize::from(has_sub_frames),
            ..FrameColumns::new(Some(0), None)
        };
        let width = axes.len().max(units.len()).max(prefix.fields);
        let is_place = |column: usize| {
            AXES.iter().any(|axes_of_place| {
                let mut columns = (column..).zip(axes_of_place);
                columns.all(|(column, axis)| axes.get(column).is_some_and(|field| field.is(axis)))
            })
        };
        let places = (prefix.fields..width).filter(|&column| is_place(column));
        let places: Vec<usize> = places.collect();
        if places.is_empty() {
            let at = axes.first().map_or(section.start, |field| field.at);
            let what = "columns X, Y and Z, or TX, TY and TZ";
            return Err(scan.expected_at(at, what, "none"));
        }
        let mut behind = prefix.fields;
        let mut words: Vec<Word<'a>> = Vec::with_capacity(places.len());
        for &place in &places {
            // A name stands above the first column of what it names.
            let own = names.get(behind..names.len().min(place + 1)).unwrap_or_default();
            let name = own.iter().rfind(|field| !field.text.is_empty());
            let nothing = Word { text: b"", at: axes[place].at };
            words.push(name.copied().unwrap_or(nothing));
            behind = place + COLUMNS;
        }
        let mut names: Vec<String> = words.iter().map(|word| unquoted(word.text)).collect();
        reader.settle_names(&mut names, |i| words[i].at);
        let parts = names.into_iter().zip(&places);
        let parts = parts.map(|(name, place)| Part::marker(name, place - prefix.fields));
        let why = format!("the line that begins with Frame names {width} columns");
        let below = places.iter().filter_map(|&place| units.get(place));
        Ok(Self {
            unit: below.copied().find(|unit| !unit.text.is_empty()),
            columns: Columns::new(separator, prefix, parts.collect(), width - prefix.fields, why),
            rotation: axes.iter().find(|field| field.is("RX")).map(|field| field.at),
            start: lines.at,
        })
    }
}

/// The line that begins with Frame, and the one above it.
fn names_and_axes<'a>(
    lines: &mut Lines<'a>,
    scan: &Scanner<'_>,
) -> Result<(Option<Line<'a>>, Line<'a>), LoadError> {
    /// Lines of a section ahead of its rows.
    const MAX_LINES: usize = 8;
    let start = lines.at;
    let mut above = None;
    for line in lines.by_ref().filter(|line| !line.is_blank()).take(MAX_LINES) {
        let word = first_word(line.text).split(|&b| b == b';').next().unwrap_or_default();
        if word.eq_ignore_ascii_case(b"Frame") {
            return Ok((above, line));
        }
        above = Some(line);
    }
    Err(scan.at(start).expected("a line that begins with Frame, ahead of the rows"))
}

/// The line of units, which has nothing below Frame; none where a row stands in its place.
fn units<'a>(lines: &mut Lines<'a>, separator: Separator) -> Vec<Word<'a>> {
    let before = lines.clone();
    if let Some(line) = lines.find(|line| !line.is_blank()) {
        let fields = line.split(separator);
        if fields.first().is_some_and(|field| field.text.is_empty()) {
            return fields;
        }
    }
    *lines = before;
    Vec::new()
}

/// What happens at a time of its own, in seconds from the first frame, which is at `start` by the clock of
/// the trial.
fn events(all: &[Section<'_>], start: f64, reader: &mut Reader<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    for section in all.iter().filter(|section| section.name.is("Events")) {
        let lines = Lines::of(reader.scan.source.bytes, section.start..section.end);
        let mut filled = lines.filter(|line| !line.is_blank());
        let Some(head) = filled.next() else { continue };
        let separator = if first_word(head.text).contains(&b';') {
            Separator::Semicolon
        } else {
            head.separator()
        };
        let heads = head.split(separator);
        let column = |name: &str| heads.iter().position(|field| field.is(name));
        let [context, label, time] = ["Context", "Name", "Time (s)"].map(column);
        for line in filled {
            let fields = line.split(separator);
            let field = |column: Option<usize>| column.and_then(|column| fields.get(column));
            let text = |column| field(column).map_or_else(String::new, |word| plain(word.text));
            let seconds = field(time).and_then(|word| double(word.text));
            let Some(seconds) = seconds.filter(|seconds| seconds.abs() < MAX_SECONDS) else {
                let message = "an event without a time is not read";
                reader.warn(WarningCode::TextSkipped, line.at, message);
                continue;
            };
            let label = full_label(&text(context), &text(label));
            events.push(Event { time: seconds - start, label });
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\r\nDevices,,\r\n1000,,\r\n,,Force\r\nFrame,Sub Frame,Fx\r\n,,N\r\n1,0,7\r\n\r\n\
                        Trajectories\r\n100\r\n,,A\r\nFrame,Sub Frame,X,Y,Z\r\n,,mm,mm,mm\r\n1,0,1,2,3\r\n";

    #[test]
    fn a_section_is_a_name_by_itself_above_a_number_by_itself() {
        let text = TEXT.as_bytes();
        let found = sections(text, 0, 10);
        let names: Vec<String> = found.iter().map(|section| section.name.shown()).collect();
        assert_eq!(names, ["Devices", "Trajectories"]);
        assert_eq!(found[1].rate.text, b"100");
        assert_eq!(&text[found[0].end..][..12], b"Trajectories");
        assert_eq!(found[1].end, text.len());
        assert!(begins(text, 0));
        for other in ["", "Trajectories\n", "Names\n3\n", "Devices,a\n100\n", "a,b\nEvents\n5\n"] {
            assert!(!begins(other.as_bytes(), 0), "{other}");
        }
    }
}
