//! TSV of Qualisys Track Manager: markers, rigid bodies with six degrees of freedom, or the segments of a skeleton.
//!
//! ```text
//! NO_OF_FRAMES     n               keys in any order, with tabs behind them; each may be missing
//! FREQUENCY        frames a second
//! MARKER_NAMES     name  name …    or BODY_NAMES
//! EVENT            name  frame  seconds       as many as there are
//! Frame  Time  name X  name Y …               or no such line
//! 1  0.000  x  y  z  x  y  z …                rows; 0 0 0, an empty field or NULL is a gap
//! ```
//!
//! Frame and Time are there if they were exported, each by itself: see [`lead`].
//!
//! A row of bodies has for each of them
//!
//! ```text
//! X Y Z  Yaw Pitch Roll  Residual  Rot[0] … Rot[8]     and an empty field between two bodies
//! ```
//!
//! and one of a skeleton, which has keys REFERENCE (GLOBAL or LOCAL), SCALE and SOLVER and a line of columns, for each
//! segment
//!
//! ```text
//! _  X Y Z  QX QY QZ QW                           with the name of the segment above the empty field
//! ```
//!
//! Which segment hangs from which is not said: their names tell ([`super::body_tree`]). Rot is a rotation matrix, column by column. The names of its angles and their order are a
//! setting of the laboratory, which the file does not state: the matrix alone is read. Lengths are
//! millimetres. The axis that is up is not said: Z by custom.

mod columns;
mod header;
mod lead;
mod tree;

use super::bodies;
use super::declared_counts::compare_stated;
use super::error::{ErrorKind, LoadError};
use super::event_label::full_label;
use super::line::Lines;
use super::marker::Rows;
use super::rate::counted;
use super::scanner::{Scanner, Word, plain};
use super::table::{
    self, Closing, FirstRow, Frames, Separator, Shape, StatedRate, Times, place_of_row,
};
use super::{Format, Source, decimal_comma, format};
use crate::take::{
    Axis, Detail, DetailKind, Event, Motion, Take, Units, Up, WarningCode, Warnings, rate,
};
use columns::Columns;
use header::{Header, starts_file};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "Qualisys",
    extensions: &["tsv"],
    about: "Qualisys Track Manager's TSV export: markers, rigid bodies (6DOF) and skeletons",
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// The unit of length, which is not said.
const MILLIMETRE: f64 = 0.001;

/// Whether the first line is one of a header of Qualisys.
fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let mut lines = Lines::of(head.bytes, Scanner::new(&head).at..head.bytes.len());
    let first = lines.find(|line| !line.is_blank());
    first.is_some_and(|line| starts_file(&line, lines))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let mut lines = Lines::of(source.bytes, scan.at..source.bytes.len());
    let header = Header::read(&mut lines, &scan, &mut warnings)?;
    let start = lines.at;
    if header.is_2d() {
        let what =
            "the file holds what each camera saw (2D), and no positions in space".to_string();
        let error = LoadError::new(source, ErrorKind::Contradiction(what));
        return Err(error.hint("export 3D data from Qualisys Track Manager"));
    }
    // Of a beginning with a single row nobody can tell what rises from row to row.
    let rows_here = lines.clone().filter(|line| !line.is_blank()).take(2).count();
    if source.whole.is_some() && rows_here < 2 {
        return Err(scan.expected("a second row"));
    }
    let lead = lead::lead(&header, lines.clone(), &scan, &mut warnings);
    let first = FirstRow::find(lines, Separator::Tab, lead.fields, &scan)?;
    let mut columns = Columns::of(&header, &first, start, &scan, &mut warnings)?;
    if header.is_skeleton() {
        tree::settle(&mut columns.parts, &header, &scan, &mut warnings)?;
    }
    let (rows, times) = rows(source, (start, lead), &header, &columns, &scan, &mut warnings)?;
    let count = rows.count;
    let whole = rows.damage.rows(count);
    let said = header.frames.as_ref();
    compare_stated(said, whole, ["frame", "row"], &scan, &mut warnings);
    let lost = rows.damage.tell(count, &mut warnings);
    let said = header.rate.as_ref();
    let stated = StatedRate {
        key: "FREQUENCY",
        rate: said.and_then(Word::number),
        at: said.map_or(start, |said| said.at),
    };
    let frame_time = times.frame_time_by(&stated, count, &scan, &mut warnings);
    let start_time = times.start(lost.ahead(), frame_time.seconds);
    let skeleton = bodies::skeleton(source, columns.parts)?;
    let motion = Motion::new(frame_time, count, skeleton.columns(), rows.values);
    let units = Units::new(Some(MILLIMETRE), Up::assumed(FORMAT.up));
    let numbers = times.clock_of(rows.numbering.finish(&lost));
    let mut take = Take {
        details: details(&header),
        numbers,
        start_time,
        lost,
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    };
    take.events = events(&header, &take, &scan, &mut warnings);
    take.warnings = warnings.finish();
    Ok(take)
}

/// Reads all rows, the first of which stands at byte `at` or behind it, with this `lead`.
fn rows(
    source: &Source<'_>,
    (at, lead): (usize, Frames),
    header: &Header<'_>,
    columns: &Columns,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<(Rows, Times), LoadError> {
    let announced = header.frames.and_then(|said| said.number());
    source.announce(announced.unwrap_or(0.0) as usize);
    let name = |column: usize| columns.name(column);
    let shape = Shape {
        separator: Separator::Tab,
        lead,
        runs: &columns.runs,
        gap: b"NULL",
        closing: if columns.has_bodies { Closing::Nothing } else { Closing::Markers },
        name: &name,
        why: &columns.why(),
    };
    let width = shape.columns();
    let read = table::read(source, at, &shape, warnings)?;
    let (mut rows, times) = read.settle(width, announced, scan, warnings)?;
    if columns.has_bodies {
        let place = |row| place_of_row(scan, at, row);
        let size = (rows.count, width);
        bodies::settle(&mut rows.values, size, &columns.parts, place, warnings);
    }
    Ok((rows, times))
}

/// What happens at a time of its own, in seconds from the first frame.
fn events(
    header: &Header<'_>,
    take: &Take,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Vec<Event> {
    let mut events = Vec::with_capacity(header.events.len());
    for event in &header.events {
        match event.seconds(take) {
            Some(time) => {
                events.push(Event { time, label: full_label("", &plain(event.name.text)) })
            }
            None => {
                let message = "an event without a time is not read";
                let place = || scan.place(event.name.at);
                warnings.add_at(WarningCode::TextSkipped, place, message);
            }
        }
    }
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    events
}

/// What the header says beyond what every take has.
fn details(header: &Header<'_>) -> Vec<Detail> {
    let above_0 = |said: &Option<Word<'_>>| {
        let number = said.as_ref()?.number();
        number.filter(|&n| n > 0.0 && n < 1e15)
    };
    let mut details = Vec::new();
    if let Some(stamp) = header.stamp {
        details.extend(Detail::said(DetailKind::DATE, plain(stamp.text)));
    }
    if let Some(text) = header.description.filter(|text| text.text != b"--") {
        details.extend(Detail::said(DetailKind::COMMENTS, plain(text.text)));
    }
    if let Some(solver) = header.solver {
        let text = format!("solver {}", plain(solver.text));
        details.push(Detail::new(DetailKind::SOFTWARE, text));
    }
    if let Some(scale) = above_0(&header.scale).filter(|&scale| scale != 1.0) {
        details.push(Detail::new(DetailKind::SCALE, scale.to_string()));
    }
    if let Some(cameras) = above_0(&header.cameras) {
        details.push(Detail::new(DetailKind::CAMERAS, cameras.to_string()));
    }
    if let Some(channels) = above_0(&header.analog) {
        let mut text = counted(channels, "channel");
        if let Some(analog_rate) = above_0(&header.analog_rate) {
            text += &format!(" at {} a second", rate(analog_rate));
        }
        text += ", in a file of their own";
        details.push(Detail::new(DetailKind::ANALOG, text));
    }
    details
}
