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

use glam::Vec3;

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::frames::FrameLines;
use super::rows::{HeldValues, RowError, read_rows};
use super::scanner::{Reader, Scanner};
use super::stated::FEWER_ROWS;
use super::text::is_blank;
use super::unit_names::{angle_in, metres_in, unknown};
use super::unread_rows::Damage;
use super::word::{Word, quoted};
use super::{Format, Source, decimal_comma};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, Detail, DetailKind, FormatId, FrameTime, Motion, Naming,
    Skeleton, SkeletonBuilder, Take, Units, Up, WarningCode,
};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Bva,
    extensions: &["bva"],
    about: "Biovision's older format: segments in the world, without a hierarchy",
    types: &[FileType {
        acronym: Some("BVA"),
        stands_for: Some("Biovision animation"),
        magic: Magic::Texts(60, &[("0:3", "Segment:", &[("9:256", "Frames:")])]),
        ..FileType::text("bva", "model/x-bva", "BVA motion capture")
    }],
    probe,
    up: Axis::Y,
    companions: None,
    cut: None,
    load: |source| decimal_comma::load(source, load),
};

const COLUMNS: usize = 9;

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

fn probe(bytes: &[u8]) -> bool {
    let mut scan = Scanner::of_head(bytes);
    if !scan.take_key(&["segment"]) {
        return false;
    }
    scan.skip_line();
    scan.take_key(&["frames"]) || scan.take_key(&["frame"])
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let reader = Reader::new(source);
    // The first segment begins with the first word.
    let mut starts = vec![reader.scan.peek().map_or(reader.scan.at, |word| word.at)];
    while let Some(next) = next_segment(source.bytes, starts[starts.len() - 1]) {
        starts.push(next);
    }
    let mut segments = SegmentReader {
        reader,
        common: CommonHeader::default(),
        segments: Vec::new(),
        shortest: 0,
        longest: 0,
        table: Table::new(starts.len(), source.bytes),
        held: HeldValues::default(),
        damage: Damage::default(),
    };
    for (i, &from) in starts.iter().enumerate() {
        segments.segment(from, starts.get(i + 1).copied().unwrap_or(source.bytes.len()))?;
    }
    let frame_time = segments.finish();
    let SegmentReader { mut reader, common, segments, table, damage, .. } = segments;
    let lost = damage.finish(table.frames, &mut reader.warnings);
    let motion = Motion::new(frame_time, table.frames, table.columns, table.values);
    let angle = common.angle.map_or(Angle::Degrees, |(_, unit)| unit);
    let skeleton = skeleton(source, segments, angle)?;
    let units = Units::new(common.length.map(|(_, metres)| metres), Up::assumed(FORMAT.up));
    Ok(Take {
        naming: Naming::Bva,
        details: vec![
            Detail::places_in_world(),
            Detail::new(DetailKind::BONE_AXIS, "Y, as long as YSCALE"),
            Detail::by_description(FORMAT.id),
        ],
        lost,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion, units)
    })
}

/// The place of the next line behind byte `from` that begins with the word Segment.
fn next_segment(text: &[u8], from: usize) -> Option<usize> {
    const WORD: &[u8] = b"segment";
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|b| b"\r\n".contains(b))?;
        at += text[at..].iter().position(|&b| !is_blank(b))?;
        if text.get(at..at + WORD.len())?.eq_ignore_ascii_case(WORD) {
            return Some(at);
        }
    }
}

struct Segment {
    name: String,
    at: usize,
    rows: usize,
}

/// What every segment states and all must share, as the first of them has it, with its place.
#[derive(Default)]
struct CommonHeader {
    lines: FrameLines,
    length: Option<(usize, f64)>,
    angle: Option<(usize, Angle)>,
}

struct SegmentReader<'a> {
    reader: Reader<'a>,
    common: CommonHeader,
    segments: Vec<Segment>,
    /// The segments with the fewest and with the most rows.
    shortest: usize,
    longest: usize,
    table: Table,
    held: HeldValues,
    damage: Damage,
}

impl SegmentReader<'_> {
    /// Reads the segment that stands from byte `from` up to byte `to`.
    fn segment(&mut self, from: usize, to: usize) -> Result<(), LoadError> {
        let source = self.reader.scan.source;
        if source.is_cancelled() {
            return Err(LoadError::new(&source, ErrorKind::Cancelled));
        }
        self.reader.scan.at = from;
        if !self.reader.scan.take_key(&["segment"]) {
            return Err(self.reader.scan.expected("Segment:"));
        }
        let number = self.segments.len() + 1;
        let name = self.reader.node_name("segment", number, from);
        let lines = FrameLines::read(&mut self.reader.scan)?;
        self.agree_on_time(&lines);
        let roles = self.labels()?;
        self.units(&roles, to)?;
        let source = Source { bytes: &source.bytes[..to], ..source };
        let scan = self.reader.scan;
        let quoted_name = quoted(name.as_bytes());
        let row_error = |error: RowError| {
            let column = |column: usize| format!("{} of {quoted_name}", ROLES[roles[column]].0);
            error.load_error(&scan, COLUMNS, column, "a row has 9 values")
        };
        let read = read_rows(&source, scan.at, &REST, &[]);
        let (mut values, mut rows) = read.map_err(row_error)?;
        let damage = rows.settle(
            &mut values,
            &REST,
            lines.announced(),
            row_error,
            &mut self.reader.warnings,
        )?;
        self.held.add_all(rows.held);
        lines.compare("a segment", damage.rows(rows.count), &mut self.reader);
        self.damage.add(damage);
        self.reader.scan.at = rows.end;
        if rows.count == 0 {
            return Err(self.reader.scan.expected(format!("a row of {quoted_name}")));
        }
        self.segments.push(Segment { name, at: from, rows: rows.count });
        self.agree_on_frames()?;
        self.table.put((number - 1) * COLUMNS, &roles, &values);
        Ok(())
    }

    /// A take has one frame time: the first that a segment gives.
    fn agree_on_time(&mut self, lines: &FrameLines) {
        let Some((_, first)) = self.common.lines.time else {
            self.common.lines.time = lines.time;
            return;
        };
        if let Some((at, seconds)) = lines.time
            && seconds != first
        {
            let message = "the segments have different frame times: the first one decides";
            self.reader.warn(WarningCode::RateContradicted, at, message);
        }
    }

    /// The nine labels in whichever order: which of [`ROLES`] each column has.
    fn labels(&mut self) -> Result<[usize; COLUMNS], LoadError> {
        let mut roles = [usize::MAX; COLUMNS];
        for column in 0..COLUMNS {
            let before = self.reader.scan;
            let Some(role) = self.reader.scan.word().as_ref().and_then(role) else {
                let what = format!("the label of column {} of {COLUMNS}", column + 1);
                let hint = "columns are called XTRAN … ZTRAN, XROT … ZROT, XSCALE … ZSCALE";
                return Err(before.expected(what).hint(hint));
            };
            if roles.contains(&role) {
                let what = format!("one column {}", ROLES[role].0);
                let at = before.peek().map_or(before.at, |word| word.at);
                return Err(before.expected_at(at, what, "a second one"));
            }
            roles[column] = role;
        }
        Ok(roles)
    }

    /// The nine units, in the order of the labels; behind byte `to` is the next segment.
    fn units(&mut self, roles: &[usize; COLUMNS], to: usize) -> Result<(), LoadError> {
        for (label, channel) in roles.map(|role| ROLES[role]) {
            let before = self.reader.scan;
            let is_unit = |word: &Word<'_>| word.at < to && word.text[0].is_ascii_alphabetic();
            let Some(word) = self.reader.scan.word().filter(is_unit) else {
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
            return Err(self.reader.scan.expected_at(word.at, what, word.quoted()));
        };
        let (at, first) = *self.common.angle.get_or_insert((word.at, angle));
        if first == angle { Ok(()) } else { Err(self.differs(word, label, at)) }
    }

    fn length(&mut self, word: &Word<'_>, label: &str) -> Result<(), LoadError> {
        let Some(metres) = metres_in(word.text) else {
            self.reader.warn(WarningCode::UnitUnknown, word.at, unknown(word.text));
            return Ok(());
        };
        let (at, first) = *self.common.length.get_or_insert((word.at, metres));
        if first == metres { Ok(()) } else { Err(self.differs(word, label, at)) }
    }

    /// An error about a unit that is another than the first one of its kind, which is at `first`.
    fn differs(&self, word: &Word<'_>, label: &str, first: usize) -> LoadError {
        let unit = self.reader.scan.at(first).peek().map_or_else(String::new, |word| word.shown());
        self.reader.scan.expected_at(
            word.at,
            format!("{unit} for {label} as before"),
            word.quoted(),
        )
    }

    /// A take has as many frames as the longest segment. Others hold their last row; with less than half
    /// of the rows they would stand still while the rest of the body goes on, and the table would be
    /// larger than what the file holds.
    fn agree_on_frames(&mut self) -> Result<(), LoadError> {
        let last = self.segments.len() - 1;
        let rows = |segment: usize| self.segments[segment].rows;
        if rows(last) < rows(self.shortest) {
            self.shortest = last;
        }
        if rows(last) > rows(self.longest) {
            self.longest = last;
        }
        let [shortest, longest] = [self.shortest, self.longest].map(|i| &self.segments[i]);
        if shortest.rows >= longest.rows.div_ceil(2) {
            return Ok(());
        }
        let message = format!(
            "{} has {} of the {} rows that {} has",
            quoted(shortest.name.as_bytes()),
            shortest.rows,
            longest.rows,
            quoted(longest.name.as_bytes())
        );
        Err(self.reader.scan.error_at(shortest.at, ErrorKind::Contradiction(message)))
    }

    /// Fills up what shorter segments lack; the frame time of all.
    fn finish(&mut self) -> FrameTime {
        let frames = self.table.frames;
        let segments = self.segments.iter().enumerate();
        for (i, segment) in segments.filter(|(_, segment)| segment.rows < frames) {
            self.table.hold(i * COLUMNS, segment.rows);
            self.reader.warn(WarningCode::RowsMissing, segment.at, FEWER_ROWS);
        }
        self.held.warn(&mut self.reader);
        self.common.lines.frame_time(&mut self.reader)
    }
}

/// Which of [`ROLES`] a label names: an axis, and what happens along it or about it.
fn role(label: &Word<'_>) -> Option<usize> {
    let label = label.text.to_ascii_uppercase();
    let (&axis, rest) = label.split_first()?;
    let kind: &[u8] = match rest {
        b"TRAN" | b"TRANS" | b"TRANSLATION" | b"POSITION" => b"TRAN",
        b"ROT" | b"ROTATION" => b"ROT",
        b"SCALE" => b"SCALE",
        _ => return None,
    };
    ROLES.iter().position(|(role, _)| role.as_bytes().split_first() == Some((&axis, kind)))
}

/// A root for each segment, with a bone of length 1 that YSCALE lengthens.
fn skeleton(
    source: &Source<'_>,
    segments: Vec<Segment>,
    angle: Angle,
) -> Result<Skeleton, LoadError> {
    let mut build = SkeletonBuilder::new(angle);
    for Segment { name, at, .. } in segments {
        let id =
            build.node(name, None).map_err(|_| LoadError::at(source, at, ErrorKind::TooDeep))?;
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = ROLES.map(|(_, channel)| channel).to_vec();
        build.bone(id, BoneEnd::Local(Vec3::Y));
    }
    Ok(build.finish())
}

/// The motion table while segments come, each of which fills the next columns of it.
struct Table {
    columns: usize,
    /// No more values than these can be in the table: a segment has at least half as many rows as the
    /// table, half of which may be lost, and a value takes two bytes of the file.
    max_values: usize,
    frames: usize,
    values: Vec<f32>,
}

impl Table {
    fn new(segments: usize, text: &[u8]) -> Self {
        let (columns, max_values) = (segments * COLUMNS, 2 * text.len() + 1);
        Self { columns, max_values, frames: 0, values: Vec::new() }
    }

    /// Puts the rows of a segment, whose columns have these `roles`, into those from column `first` on.
    fn put(&mut self, first: usize, roles: &[usize; COLUMNS], rows: &[f32]) {
        let frames = rows.len() / COLUMNS;
        if frames.saturating_mul(self.columns) > self.max_values {
            // Others have too few rows for this one: the take will be refused for the first of them.
            return;
        }
        if frames > self.frames {
            self.values.reserve_exact((frames - self.frames) * self.columns);
            self.values.resize(frames * self.columns, 0.0);
            self.frames = frames;
        }
        let table = self.values.chunks_exact_mut(self.columns);
        for (to, from) in table.zip(rows.chunks_exact(COLUMNS)) {
            for (&value, role) in from.iter().zip(roles) {
                to[first + role] = value;
            }
        }
    }

    /// Repeats the last of so many rows of a segment up to the last frame.
    fn hold(&mut self, first: usize, rows: usize) {
        let last = (rows - 1) * self.columns + first;
        for frame in rows..self.frames {
            self.values.copy_within(last..last + COLUMNS, frame * self.columns + first);
        }
    }
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
        assert_eq!(take.motion.row(0), [1.0, 2.0, 3.0, 6.0, 4.0, 5.0, 7.0, 8.0, 9.0]);
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
        let text = FOOT.repeat(100) + &"0 0 0 0 0 0 0 1 0\n".repeat(10_000);
        let error = load(&Source::new("foot.bva", text.as_bytes())).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Contradiction(_)));
    }
}
