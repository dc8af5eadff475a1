//! BVA, the format that Biovision had before BVH: every segment in the world, without a hierarchy.
//!
//! ```text
//! Segment: name                                        once for each segment
//! Frames: n
//! Frame Time: seconds
//! XTRAN YTRAN ZTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE        say what the columns are
//! INCHES INCHES INCHES DEGREES DEGREES DEGREES INCHES INCHES INCHES
//! v v v v v v v v v                                    n rows
//! ```
//!
//! A segment's transform is T · Rz · Rx · Ry · S: the order of BVH, though the columns are in the
//! order of the axes. Y is up. The scale is the size of the segment as a length. A segment lies along
//! its own Y axis, so that YSCALE is how far its tip is from its origin; XSCALE and ZSCALE are kept and
//! draw nothing. No sample of the format is public, so that no program's reading could be compared.

mod table;

use glam::Vec3;

use super::error::{ErrorKind, LoadError};
use super::frames::FrameLines;
use super::rate::FEWER_ROWS;
use super::rows::{Held, RowError, read_rows};
use super::scanner::{Scanner, Word, quoted};
use super::text::is_blank;
use super::unit_names::{angle_in, metres_in, unknown};
use super::unread_rows::Damage;
use super::{Format, Source, decimal_comma};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, Detail, DetailKind, FrameTime, Motion, Naming, Skeleton,
    SkeletonBuilder, Take, Units, Up, WarningCode, Warnings,
};

use table::{COLUMNS, Table};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "BVA",
    extensions: &["bva"],
    about: "Biovision's older format: segments in the world, without a hierarchy",
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

/// The columns in the order in which their channels act.
const ROLES: [(&str, Channel); COLUMNS] = [
    ("XTRAN", Channel::Position(Axis::X)),
    ("YTRAN", Channel::Position(Axis::Y)),
    ("ZTRAN", Channel::Position(Axis::Z)),
    ("ZROT", Channel::Rotation(Axis::Z)),
    ("XROT", Channel::Rotation(Axis::X)),
    ("YROT", Channel::Rotation(Axis::Y)),
    ("XSCALE", Channel::Unused),
    ("YSCALE", Channel::BoneScale),
    ("ZSCALE", Channel::Unused),
];

/// What a value is where the first row has none: nothing moves, and nothing has a length.
const REST: [f32; COLUMNS] = [0.0; COLUMNS];

/// Whether the first words are those of a segment.
fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let mut scan = Scanner::new(&head);
    if !scan.take_key(&["segment"]) {
        return false;
    }
    scan.skip_line();
    scan.take_key(&["frames"]) || scan.take_key(&["frame"])
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let start = Scanner::new(source);
    let starts = segments(&start);
    let mut reader = Reader {
        source,
        scan: start,
        said: Said::default(),
        segments: Vec::new(),
        extremes: [0; 2],
        table: Table::of(starts.len(), source.bytes),
        held: Held::default(),
        damage: Damage::default(),
        warnings: &mut warnings,
    };
    for (i, &from) in starts.iter().enumerate() {
        let to = starts.get(i + 1).copied();
        reader.segment(from, to.unwrap_or(source.bytes.len()))?;
    }
    let frame_time = reader.finish();
    let Reader { said, segments, table, damage, .. } = reader;
    let lost = damage.tell(table.frames, &mut warnings);
    let motion = Motion::new(frame_time, table.frames, table.columns, table.values);
    let angle = said.angle.map_or(Angle::Degrees, |(_, unit)| unit);
    let skeleton = skeleton(source, segments, angle)?;
    let metres = said.length.map(|(_, metres)| metres);
    let units = Units::new(metres, Up::assumed(FORMAT.up));
    let details = vec![
        Detail::places_in_world(),
        Detail::new(DetailKind::BONE_AXIS, "Y, as long as YSCALE"),
        Detail::by_description(FORMAT.name),
    ];
    Ok(Take {
        naming: Naming::Bva,
        details,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// Where the segments begin, the first of them with the first word.
fn segments(scan: &Scanner<'_>) -> Vec<usize> {
    let mut starts = vec![scan.peek().map_or(scan.at, |word| word.at)];
    while let Some(next) = next_segment(scan.source.bytes, starts[starts.len() - 1]) {
        starts.push(next);
    }
    starts
}

/// The place of the next line behind byte `from` that begins with the word Segment.
fn next_segment(text: &[u8], from: usize) -> Option<usize> {
    const WORD: &[u8] = b"segment";
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|b| b"\r\n".contains(b))?;
        at += text[at..].iter().position(|&b| !is_blank(b))?;
        let word = text.get(at..at + WORD.len())?;
        if word.eq_ignore_ascii_case(WORD) {
            return Some(at);
        }
    }
}

/// One segment as the file has it.
struct Segment {
    name: String,
    /// The place of its word Segment.
    at: usize,
    /// How many rows it has.
    rows: usize,
}

/// What segments say again and again, as the first of them does, with its place.
#[derive(Default)]
struct Said {
    lines: FrameLines,
    length: Option<(usize, f64)>,
    angle: Option<(usize, Angle)>,
}

struct Reader<'a> {
    source: &'a Source<'a>,
    scan: Scanner<'a>,
    said: Said,
    segments: Vec<Segment>,
    /// The segments with the fewest and with the most rows.
    extremes: [usize; 2],
    table: Table,
    held: Held,
    damage: Damage,
    warnings: &'a mut Warnings,
}

impl Reader<'_> {
    /// Reads the segment that stands from byte `from` up to byte `to`.
    fn segment(&mut self, from: usize, to: usize) -> Result<(), LoadError> {
        if self.source.is_cancelled() {
            return Err(LoadError::new(self.source, ErrorKind::Cancelled));
        }
        self.scan.at = from;
        if !self.scan.take_key(&["segment"]) {
            return Err(self.scan.expected("Segment:"));
        }
        let number = self.segments.len() + 1;
        let name = self.scan.node_name("segment", number, from, self.warnings);
        let lines = FrameLines::read(&mut self.scan)?;
        self.agree_on_time(&lines);
        let order = self.labels()?;
        self.units(&order, to)?;
        let source = Source { bytes: &self.source.bytes[..to], ..*self.source };
        let row_error = |error: RowError| {
            let column = |column| {
                let (label, _) = ROLES[role_of(&order, column)];
                format!("{label} of {}", quoted(name.as_bytes()))
            };
            error.told(&self.scan, COLUMNS, column, "a row has 9 values")
        };
        let read = read_rows(&source, self.scan.at, &REST, &[]);
        let (mut values, mut rows) = read.map_err(row_error)?;
        let announced = lines.announced();
        let damage = rows.settle(&mut values, &REST, announced, row_error, self.warnings)?;
        self.held.add_all(rows.held);
        let count = damage.rows(rows.count);
        lines.compare("a segment", count, &self.scan, self.warnings);
        self.damage.add(damage);
        self.scan.at = rows.end;
        if rows.count == 0 {
            let what = format!("a row of {}", quoted(name.as_bytes()));
            return Err(self.scan.expected(what));
        }
        self.segments.push(Segment { name, at: from, rows: rows.count });
        self.agree_on_frames()?;
        self.table.put((number - 1) * COLUMNS, &order, &values);
        Ok(())
    }

    /// A take has one frame time: the first that a segment gives.
    fn agree_on_time(&mut self, lines: &FrameLines) {
        let (Some((at, seconds)), Some((_, first))) = (lines.time, self.said.lines.time) else {
            self.said.lines.time = self.said.lines.time.or(lines.time);
            return;
        };
        if seconds != first {
            let message = "the segments have different frame times: the first one decides";
            self.warnings.add_at(WarningCode::RateContradicted, || self.scan.place(at), message);
        }
    }

    /// The nine labels, in whichever order.
    fn labels(&mut self) -> Result<[usize; COLUMNS], LoadError> {
        let mut order = [None; COLUMNS];
        for column in 0..COLUMNS {
            let before = self.scan;
            let Some(role) = self.scan.word().as_ref().and_then(role) else {
                let what = format!("the label of column {} of {COLUMNS}", column + 1);
                let hint = "columns are called XTRAN … ZTRAN, XROT … ZROT, XSCALE … ZSCALE";
                return Err(before.expected(what).hint(hint));
            };
            if order[role].is_some() {
                let what = format!("one column {}", ROLES[role].0);
                let at = before.peek().map_or(before.at, |word| word.at);
                return Err(before.expected_at(at, what, "a second one"));
            }
            order[role] = Some(column);
        }
        // Nine different ones of nine are all of them.
        Ok(order.map(Option::unwrap_or_default))
    }

    /// The nine units, in the order of the labels; behind byte `to` is the next segment.
    fn units(&mut self, order: &[usize; COLUMNS], to: usize) -> Result<(), LoadError> {
        for column in 0..COLUMNS {
            let (label, channel) = ROLES[role_of(order, column)];
            let before = self.scan;
            let word = self.scan.word();
            let is_unit = |word: &Word<'_>| word.at < to && word.text[0].is_ascii_alphabetic();
            let Some(word) = word.filter(is_unit) else {
                return Err(before.expected(format!("the unit of {label}")));
            };
            match channel {
                Channel::Rotation(_) => self.angle(&word, label)?,
                _ => self.length(&word, label)?,
            }
        }
        Ok(())
    }

    fn angle(&mut self, word: &Word<'_>, label: &str) -> Result<(), LoadError> {
        let Some(angle) = angle_in(word.text) else {
            let what = format!("DEGREES or RADIANS for {label}");
            return Err(self.scan.expected_at(word.at, what, word.quoted()));
        };
        let (first, said) = *self.said.angle.get_or_insert((word.at, angle));
        if said == angle { Ok(()) } else { Err(self.disagree(word, label, first)) }
    }

    fn length(&mut self, word: &Word<'_>, label: &str) -> Result<(), LoadError> {
        let Some(metres) = metres_in(word.text) else {
            let place = || self.scan.place(word.at);
            self.warnings.add_at(WarningCode::UnitUnknown, place, unknown(word.text));
            return Ok(());
        };
        let (first, said) = *self.said.length.get_or_insert((word.at, metres));
        if said == metres { Ok(()) } else { Err(self.disagree(word, label, first)) }
    }

    /// An error about a unit that is another than the first one of its kind, which is at `first`.
    fn disagree(&self, word: &Word<'_>, label: &str, first: usize) -> LoadError {
        let mut there = self.scan.at(first);
        let said = there.word().map_or_else(String::new, |word| word.shown());
        let what = format!("{said} for {label} as before");
        self.scan.expected_at(word.at, what, word.quoted())
    }

    /// A take has as many frames as the longest segment. Others hold their last row; with less than half
    /// of the rows they would stand still while the rest of the body goes on, and the table would be
    /// larger than what the file holds.
    fn agree_on_frames(&mut self) -> Result<(), LoadError> {
        let last = self.segments.len() - 1;
        let rows = |segment: usize| self.segments[segment].rows;
        let [mut shortest, mut longest] = self.extremes;
        if rows(last) < rows(shortest) {
            shortest = last;
        }
        if rows(last) > rows(longest) {
            longest = last;
        }
        self.extremes = [shortest, longest];
        if rows(shortest) >= rows(longest).div_ceil(2) {
            return Ok(());
        }
        let [shortest, longest] = [shortest, longest].map(|segment| &self.segments[segment]);
        let message = format!(
            "{} has {} of the {} rows that {} has",
            quoted(shortest.name.as_bytes()),
            shortest.rows,
            longest.rows,
            quoted(longest.name.as_bytes())
        );
        let kind = ErrorKind::Contradiction(message);
        Err(self.scan.error_at(shortest.at, kind))
    }

    /// Fills up what shorter segments lack, and tells what the segments have in common.
    fn finish(&mut self) -> FrameTime {
        let frames = self.table.frames;
        let segments = self.segments.iter().enumerate();
        for (i, segment) in segments.filter(|(_, segment)| segment.rows < frames) {
            self.table.hold(i * COLUMNS, segment.rows);
            let place = || self.scan.place(segment.at);
            self.warnings.add_at(WarningCode::RowsMissing, place, FEWER_ROWS);
        }
        let start = Scanner::new(self.source);
        self.held.tell(&start, self.warnings);
        self.said.lines.frame_time(&start, self.warnings)
    }
}

/// Which of [`ROLES`] a column has; every column has one.
fn role_of(order: &[usize; COLUMNS], column: usize) -> usize {
    let role = order.iter().position(|&of_role| of_role == column);
    role.unwrap_or_default()
}

/// Which of [`ROLES`] a label names: an axis, and what happens along it or about it.
fn role(label: &Word<'_>) -> Option<usize> {
    let label = label.text.to_ascii_uppercase();
    let (axis, what) = label.split_first()?;
    let what: &[u8] = match what {
        b"TRAN" | b"TRANS" | b"TRANSLATION" | b"POSITION" => b"TRAN",
        b"ROT" | b"ROTATION" => b"ROT",
        b"SCALE" => b"SCALE",
        _ => return None,
    };
    ROLES.iter().position(|(role, _)| {
        let (axis_of_role, what_of_role) = role.as_bytes().split_at(1);
        axis_of_role == [*axis] && what_of_role == what
    })
}

/// A root for each segment, with a bone of length 1 that YSCALE lengthens.
fn skeleton(
    source: &Source<'_>,
    segments: Vec<Segment>,
    angle: Angle,
) -> Result<Skeleton, LoadError> {
    let mut build = SkeletonBuilder::new(angle);
    for Segment { name, at, .. } in segments {
        let node =
            build.node(name, None).map_err(|_| LoadError::at(source, at, ErrorKind::TooDeep))?;
        let added = build.node_mut(node);
        added.is_world_space = true;
        added.channels = ROLES.map(|(_, channel)| channel).to_vec();
        build.bone(node, BoneEnd::Local(Vec3::Y));
    }
    Ok(build.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOOT: &str = "Segment: Foot\nFrames: 1\nFrame Time: 0.5\n\
                        ZTRAN XTRAN YTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE\n\
                        CM CM CM RADIANS RADIANS RADIANS CM CM CM\n3 1 2 4 5 6 7 8 9\n";

    #[test]
    fn columns_stand_in_the_order_in_which_their_channels_act() {
        let take = load(&Source::new("foot.bva", FOOT.as_bytes())).unwrap();
        let row = [1.0, 2.0, 3.0, 6.0, 4.0, 5.0, 7.0, 8.0, 9.0];
        assert_eq!(take.motion.row(0), row);
        let node = &take.skeleton.nodes()[0];
        assert!(node.is_world_space);
        assert_eq!(node.channels[3], Channel::Rotation(Axis::Z));
        assert_eq!(node.channels[7], Channel::BoneScale);
        assert_eq!(take.skeleton.angle(), Angle::Radians);
        assert_eq!(take.units.metres_per_unit, Some(0.01));
    }

    #[test]
    fn segments_are_found_at_the_beginning_of_lines_only() {
        let text = b"Segment: Segment\r\n\r\n  SEGMENT: b\nx Segment: c\nSegm";
        let second = next_segment(text, 0).unwrap();
        assert_eq!(&text[second..second + 10], b"SEGMENT: b");
        assert_eq!(next_segment(text, second), None);
    }

    #[test]
    fn one_long_segment_among_many_short_ones_does_not_fill_the_memory() {
        let short = "0 0 0 0 0 0 0 1 0\n";
        let mut text = FOOT.repeat(100);
        text += &short.repeat(10_000);
        let error = load(&Source::new("foot.bva", text.as_bytes())).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Contradiction(_)));
    }
}
