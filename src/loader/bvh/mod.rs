//! BVH, Biovision Hierarchical data: the paper, section 3.1.
//!
//! ```text
//! HIERARCHY
//! ROOT name                       one or more
//! {
//!     OFFSET x y z
//!     CHANNELS n Xposition … Zrotation …
//!     JOINT name { … }            as deep as it goes
//!     End Site { OFFSET x y z }   the tip of a last bone; some write a name for Site
//! }
//! MOTION
//! Frames: n
//! Frame Time: seconds
//! v v v …                         n rows, a value for each channel in the order of declaration
//! ```
//!
//! Angles are in degrees, Y is up by custom, the unit of length is not said. Rotation channels
//! multiply left to right (equation 3.1). What position channels mean is left open
//! here: see [`crate::guess`].

pub(super) mod hierarchy;

use hierarchy::Offsets;

use super::error::LoadError;
use super::frames::FrameLines;
use super::rate::ASSUMED_FRAME_TIME;
use super::rows::{RowError, read_rows};
use super::scanner::{Scanner, quoted};
use super::unread_rows::Damage;
use super::{Format, Source, decimal_comma, format};
use crate::take::{
    Axis, Channel, FrameTime, Motion, Naming, Skeleton, Take, Units, WarningCode, Warnings,
};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "BVH",
    extensions: &["bvh"],
    about: "Biovision Hierarchical data: skeleton and motion in one file",
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// Whether the first words, behind comments, begin a hierarchy.
fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    hierarchy::begins(&mut Scanner::new(&head))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let offsets = Offsets::Local;
    let skeleton = hierarchy::read(&mut scan, source, offsets, &mut warnings)?;
    let (motion, damage) = motion(&mut scan, source, &skeleton, &mut warnings)?;
    let lost = damage.tell(motion.frame_count(), &mut warnings);
    let units = Units::assumed(FORMAT.up);
    Ok(Take {
        naming: Naming::Bvh,
        lost,
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
) -> Result<(Motion, Damage), LoadError> {
    let columns = skeleton.columns();
    let still = |frame_time: FrameTime| {
        let motion = Motion::new(frame_time, 0, columns, Vec::new());
        (motion, Damage::default())
    };
    if !scan.take("MOTION") {
        if !FrameLines::begin(scan) {
            warnings.add(
                WarningCode::PartMissing,
                "no MOTION section: the skeleton shows its rest pose",
            );
            return Ok(still(ASSUMED_FRAME_TIME));
        }
        let at = scan.peek().map_or(scan.at, |word| word.at);
        let message = "the word MOTION is missing ahead of the frames";
        warnings.add_at(WarningCode::LayoutRepaired, || scan.place(at), message);
    }
    let lines = FrameLines::read(scan)?;
    let frame_time = lines.frame_time(scan, warnings);
    let rest = skeleton.rest_row();
    source.announce(lines.announced().unwrap_or(0.0) as usize);
    let told = |error: RowError| row_error(error, scan, skeleton);
    let (mut values, mut rows) = read_rows(source, scan.at, rest, &NEXT_TAKE).map_err(told)?;
    let announced = lines.announced();
    let damage = match rows.losses.first() {
        // A file that breaks off within its first row still has a skeleton to show.
        Some(&fault @ RowError::BrokenOff { .. }) if rows.count == 0 => {
            Damage::behind(0, announced, told(fault))
        }
        _ => rows.settle(&mut values, rest, announced, told, warnings)?,
    };
    tell_rest(rows.end, scan, columns, warnings);
    if columns == 0 {
        warnings.add(
            WarningCode::PartMissing,
            "no joint has channels: the skeleton shows its rest pose",
        );
        return Ok(still(frame_time));
    }
    rows.held.tell(scan, warnings);
    lines.compare("the file", damage.rows(rows.count), scan, warnings);
    if rows.count == 0 {
        warnings
            .add(WarningCode::PartMissing, "no rows of motion: the skeleton shows its rest pose");
    }
    Ok((Motion::new(frame_time, rows.count, columns, values), damage))
}

/// The words behind the last row where a second take follows.
const NEXT_TAKE: [&str; 2] = ["MOTION", "HIERARCHY"];

/// Says what stands behind the last row.
fn tell_rest(end: usize, scan: &mut Scanner<'_>, columns: usize, warnings: &mut Warnings) {
    scan.at = end;
    let Some(word) = scan.peek() else {
        return;
    };
    let (code, message) = match columns {
        0 if !NEXT_TAKE.iter().any(|next| word.is(next)) => {
            let message = "values follow, but no joint has channels: they are not read";
            (WarningCode::ValuesLeftOut, message)
        }
        _ => {
            let message = "a second take follows in the same file and is not read";
            (WarningCode::TakeLeftOut, message)
        }
    };
    warnings.add_at(code, || scan.place(word.at), message);
}

/// A row's fault as the person with the file reads it.
fn row_error(error: RowError, scan: &Scanner<'_>, skeleton: &Skeleton) -> LoadError {
    let columns = skeleton.columns();
    let why = format!("the joints have {columns} channels in all, so a row has {columns} values");
    error.told(scan, columns, |column| channel_name(skeleton, column), &why)
}

/// What a column is called in an error: `Zrotation of "Hips"`.
fn channel_name(skeleton: &Skeleton, column: usize) -> String {
    let node = skeleton.nodes().iter().find(|node| node.columns().contains(&column));
    let Some(node) = node else {
        return "a channel".to_string();
    };
    let channel = match node.channels[column - node.first_column] {
        Channel::Unused => "a scale".to_string(),
        channel => Naming::Bvh.of(channel),
    };
    format!("{channel} of {}", quoted(node.name.as_bytes()))
}
