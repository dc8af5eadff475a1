//! BVH, Biovision Hierarchical data: the paper, section 3.1.
//!
//! ```text
//! HIERARCHY
//! ROOT name                       one or more
//! {
//!     OFFSET x y z
//!     CHANNELS n Xposition … Zrotation …
//!     JOINT name { … }            as deep as it goes
//!     End Site { OFFSET x y z }   the tip of a last bone
//! }
//! MOTION
//! Frames: n
//! Frame Time: seconds
//! v v v …                         n rows, a value for each channel in the order of declaration
//! ```
//!
//! Angles are in degrees, Y is up by custom (see [`up`]), the unit of length is not said. Rotation channels
//! multiply left to right (equation 3.1). What position channels mean is told in [`positions`].

mod hierarchy;
mod positions;
mod up;

pub use positions::PositionReading;

use super::error::{ErrorKind, LoadError};
use super::rows::{RowError, Rows, read_rows};
use super::scanner::{Scanner, quoted};
use super::{Format, Source};
use crate::take::{Channel, Motion, Place, Skeleton, Take, Units, Warnings};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "BVH",
    extensions: &["bvh"],
    about: "Biovision Hierarchical data: skeleton and motion in one file",
    recognises,
    companions: None,
    load,
};

/// Seconds a frame where the file does not say.
const ASSUMED_FRAME_TIME: f64 = 1.0 / 30.0;

/// Whether the first words, behind comments, begin a hierarchy.
fn recognises(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let mut scan = Scanner::new(&head);
    hierarchy::skip_comments(&mut scan);
    scan.peek()
        .is_some_and(|word| word.is("HIERARCHY") || word.is("ROOT"))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let mut skeleton = hierarchy::read(&mut scan, source, &mut warnings)?;
    let motion = motion(&mut scan, source, &skeleton, &mut warnings)?;
    let reading = source.options.bvh_positions;
    let joints = positions::settle_joints(&mut skeleton, &motion, reading);
    let up = up::guess(&skeleton, &motion, &mut warnings);
    let roots = positions::settle_roots(&mut skeleton, &motion, reading, up);
    let details = positions::tell(roots, joints, reading, &mut warnings);
    let units = Units {
        metres_per_unit: None,
        up,
    };
    Ok(Take {
        details,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// Everything from the word MOTION on.
fn motion(
    scan: &mut Scanner<'_>,
    source: &Source<'_>,
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> Result<Motion, LoadError> {
    let still = |frame_time| Motion::new(frame_time, 0, skeleton.columns(), Vec::new());
    if !scan.take("MOTION") {
        warnings.add("no MOTION section: the skeleton shows its rest pose");
        return Ok(still(ASSUMED_FRAME_TIME));
    }
    let header = Header::read(scan, warnings)?;
    let start = scan.at;
    let announced = header.frames.map_or(0, |(_, count)| count as usize);
    let rows = read_rows(source.bytes, start, skeleton.rest_row(), announced)
        .map_err(|error| row_error(error, scan, source, skeleton))?;
    after_rows(&rows, scan, source, skeleton, warnings)?;
    if skeleton.columns() == 0 {
        warnings.add("no joint has channels: the skeleton shows its rest pose");
        return Ok(still(header.frame_time));
    }
    if rows.gaps > 0 {
        let message = format!(
            "{} cannot be used: each keeps the one of the frame before",
            counted(rows.gaps as f64, "value")
        );
        warnings.add_at(|| scan.place(rows.first_gap), message);
    }
    if let Some((at, values)) = rows.broken_off {
        let message = format!(
            "the last row has {values} of {} values and was dropped",
            skeleton.columns()
        );
        warnings.add_at(|| scan.place(at), message);
    }
    if let Some((at, announced)) = header.frames
        && announced != rows.count as f64
    {
        let message = format!(
            "the file announces {} and has {}: the rows decide",
            counted(announced, "frame"),
            counted(rows.count as f64, "row")
        );
        warnings.add_at(|| scan.place(at), message);
    }
    if rows.count == 0 {
        warnings.add("no rows of motion: the skeleton shows its rest pose");
    }
    let Rows { count, values, .. } = rows;
    Ok(Motion::new(
        header.frame_time,
        count,
        skeleton.columns(),
        values,
    ))
}

/// `1 frame`, `2 frames`; an announced count may be any number that a file can hold.
fn counted(count: f64, noun: &str) -> String {
    match count {
        1.0 => format!("1 {noun}"),
        c if c.abs() < 1e15 => format!("{c} {noun}s"),
        c => format!("{c:e} {noun}s"),
    }
}

/// The two lines between MOTION and the first row.
struct Header {
    /// The place of the announced number of frames, and the number. It is compared with the rows
    /// and never trusted.
    frames: Option<(usize, f64)>,
    /// Seconds, above 0.
    frame_time: f64,
}

impl Header {
    /// Reads `Frames: n` and `Frame Time: s`, either of which may be missing or spelled otherwise.
    fn read(scan: &mut Scanner<'_>, warnings: &mut Warnings) -> Result<Self, LoadError> {
        let mut frames = None;
        let mut frame_time = None;
        loop {
            if scan.take_key(&["frame", "time"]) || scan.take_key(&["frames", "time"]) {
                let at = scan.peek().map_or(scan.at, |word| word.at);
                frame_time = Some((at, scan.double("Frame Time")?));
            } else if scan.take_key(&["frames"]) || scan.take_key(&["frame"]) {
                let before = *scan;
                let at = scan.peek().map_or(scan.at, |word| word.at);
                let count = scan.double("Frames")?;
                if count.fract() != 0.0 {
                    return Err(before.expected("a whole number of frames"));
                }
                frames = Some((at, count));
            } else {
                break;
            }
        }
        let assumed = format!(
            "{:.0} frames a second are assumed",
            1.0 / ASSUMED_FRAME_TIME
        );
        let frame_time = match frame_time {
            Some((_, seconds)) if is_frame_time(seconds) => seconds,
            Some((at, seconds)) => {
                let message = format!("a frame time of {seconds} is no rate: {assumed}");
                warnings.add_at(|| scan.place(at), message);
                ASSUMED_FRAME_TIME
            }
            None => {
                warnings.add(format!("no frame time is given: {assumed}"));
                ASSUMED_FRAME_TIME
            }
        };
        Ok(Self { frames, frame_time })
    }
}

/// From a million frames a second to one frame a day: beyond that, arithmetic on time breaks down.
fn is_frame_time(seconds: f64) -> bool {
    (1e-6..=86_400.0).contains(&seconds)
}

/// Says what stands behind the last row, or that it cannot be there.
fn after_rows(
    rows: &Rows,
    scan: &mut Scanner<'_>,
    source: &Source<'_>,
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> Result<(), LoadError> {
    scan.at = rows.end;
    let Some(word) = scan.peek() else {
        return Ok(());
    };
    if word.is("MOTION") || word.is("HIERARCHY") {
        let message = "a second take follows in the same file and is not read";
        warnings.add_at(|| scan.place(word.at), message);
        return Ok(());
    }
    if skeleton.columns() == 0 {
        let message = "values follow, but no joint has channels: they are not read";
        warnings.add_at(|| scan.place(word.at), message);
        return Ok(());
    }
    let error = RowError::NotANumber {
        at: word.at,
        row: rows.count,
        column: 0,
    };
    Err(row_error(error, scan, source, skeleton))
}

/// A row's fault as the person with the file reads it.
fn row_error(
    error: RowError,
    scan: &Scanner<'_>,
    source: &Source<'_>,
    skeleton: &Skeleton,
) -> LoadError {
    match error {
        RowError::NotANumber { at, row, column } => {
            let at_word = {
                let mut ahead = *scan;
                ahead.at = at;
                ahead
            };
            let what = format!("a number for {}", channel_name(skeleton, column));
            at_word.expected_number(format!("{what} in frame {row}"))
        }
        RowError::TooLong { at, row, row_start } => {
            let columns = skeleton.columns();
            let mut ahead = *scan;
            ahead.at = at;
            let found = ahead.peek().map_or_else(String::new, |word| word.quoted());
            let kind = ErrorKind::TooManyValues {
                row,
                columns,
                found,
            };
            let hint = match [row_start, at].map(|at| scan.place(at)) {
                [Place::Text { line: first, .. }, Place::Text { line, .. }] if first != line => {
                    format!(
                        "frame {row} begins on line {first}: either that line is too short, or this one too long"
                    )
                }
                _ => format!(
                    "the joints have {columns} channels in all, so a row has {columns} values"
                ),
            };
            LoadError::at(source, at, kind).hint(hint)
        }
    }
}

/// What a column is called in an error: `Zrotation of "Hips"`.
fn channel_name(skeleton: &Skeleton, column: usize) -> String {
    let node = skeleton
        .nodes()
        .iter()
        .find(|node| node.columns().contains(&column));
    let Some(node) = node else {
        return "a channel".to_string();
    };
    let channel = match node.channels[column - node.first_column] {
        Channel::Position(axis) | Channel::Translation(axis) => format!("{}position", axis.name()),
        Channel::Rotation(axis) => format!("{}rotation", axis.name()),
        _ => "a scale".to_string(),
    };
    format!("{channel} of {}", quoted(node.name.as_bytes()))
}
