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
//! Angles are in degrees, Y is up by custom, the unit of length is not said. Rotation channels
//! multiply left to right (equation 3.1). What position channels mean is told in [`positions`].

pub(super) mod hierarchy;
mod positions;

pub use positions::PositionReading;

use hierarchy::Offsets;

use super::error::LoadError;
use super::frames::FrameLines;
use super::rate::ASSUMED_FRAME_TIME;
use super::rows::{RowError, Rows, read_rows};
use super::scanner::{Scanner, quoted};
use super::{Format, Source, preview, up};
use crate::take::{Axis, Channel, FrameTime, Motion, Naming, Skeleton, Take, Units, Up, Warnings};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "BVH",
    extensions: &["bvh"],
    about: "Biovision Hierarchical data: skeleton and motion in one file",
    recognises,
    up: Axis::Y,
    companions: None,
    cut: Some(preview::at_line_end),
    load,
};

/// Whether the first words, behind comments, begin a hierarchy.
fn recognises(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    hierarchy::begins(&mut Scanner::new(&head))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let offsets = Offsets::Local;
    let mut skeleton = hierarchy::read(&mut scan, source, offsets, &mut warnings)?;
    let motion = motion(&mut scan, source, &skeleton, &mut warnings)?;
    let reading = source.options.bvh_positions;
    let joints = positions::settle_joints(&mut skeleton, &motion, reading);
    let units = Units {
        metres_per_unit: None,
        up: Up::assumed(FORMAT.up),
    };
    let mut take = Take::new(source.stem(), FORMAT.name, skeleton, motion, units);
    up::settle(&mut take);
    let up = take.units.up.direction;
    let roots = positions::settle_roots(&mut take.skeleton, &take.motion, reading, up);
    let details = positions::tell(roots, joints, reading, &mut warnings);
    let mut all = warnings.finish();
    all.append(&mut take.warnings);
    Ok(Take {
        naming: Naming::Bvh,
        details,
        warnings: all,
        ..take
    })
}

/// Everything from the word MOTION on.
fn motion(
    scan: &mut Scanner<'_>,
    source: &Source<'_>,
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> Result<Motion, LoadError> {
    let still = |frame_time: FrameTime| Motion::new(frame_time, 0, skeleton.columns(), Vec::new());
    if !scan.take("MOTION") {
        warnings.add("no MOTION section: the skeleton shows its rest pose");
        return Ok(still(ASSUMED_FRAME_TIME));
    }
    let lines = FrameLines::read(scan)?;
    let frame_time = lines.frame_time(scan, warnings);
    let rest = skeleton.rest_row();
    source.announce(lines.announced());
    let (values, rows) =
        read_rows(source, scan.at, rest).map_err(|error| row_error(error, scan, skeleton))?;
    after_rows(&rows, scan, skeleton, warnings)?;
    if skeleton.columns() == 0 {
        warnings.add("no joint has channels: the skeleton shows its rest pose");
        return Ok(still(frame_time));
    }
    rows.held.tell(scan, warnings);
    lines.compare("the file", &rows, skeleton.columns(), scan, warnings);
    if rows.count == 0 {
        warnings.add("no rows of motion: the skeleton shows its rest pose");
    }
    Ok(Motion::new(
        frame_time,
        rows.count,
        skeleton.columns(),
        values,
    ))
}

/// Says what stands behind the last row, or that it cannot be there.
fn after_rows(
    rows: &Rows,
    scan: &mut Scanner<'_>,
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
    Err(row_error(error, scan, skeleton))
}

/// A row's fault as the person with the file reads it.
fn row_error(error: RowError, scan: &Scanner<'_>, skeleton: &Skeleton) -> LoadError {
    let columns = skeleton.columns();
    let why = format!("the joints have {columns} channels in all, so a row has {columns} values");
    error.told(scan, columns, |column| channel_name(skeleton, column), &why)
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
        Channel::Unused => "a scale".to_string(),
        channel => Naming::Bvh.of(channel),
    };
    format!("{channel} of {}", quoted(node.name.as_bytes()))
}
