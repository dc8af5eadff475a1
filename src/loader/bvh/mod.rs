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
use super::file_type::{FileType, Magic};
use super::frames::FrameLines;
use super::rate::ASSUMED_FRAME_TIME;
use super::rows::{RowError, read_rows};
use super::scanner::{Reader, Scanner};
use super::unread_rows::Damage;
use super::word::quoted;
use super::{Format, Source, decimal_comma, format};
use crate::take::{
    Axis, Channel, FormatId, FrameTime, Motion, Naming, Skeleton, Take, Units, WarningCode,
};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Bvh,
    extensions: &["bvh"],
    about: "Biovision Hierarchical data: skeleton and motion in one file",
    types: &[FileType {
        acronym: Some("BVH"),
        stands_for: Some("Biovision Hierarchical data"),
        magic: Magic::Texts(60, &[("0:256", "HIERARCHY", &[("9:2048", "CHANNELS")])]),
        ..FileType::text("bvh", "model/x-bvh", "BVH motion capture")
    }],
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

fn probe(bytes: &[u8]) -> bool {
    hierarchy::begins(&mut Scanner::of_head(bytes))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let skeleton = hierarchy::read(&mut reader, Offsets::Local)?;
    let (motion, damage) = motion(&mut reader, &skeleton)?;
    Ok(Take {
        naming: Naming::Bvh,
        lost: damage.finish(motion.frame_count(), &mut reader.warnings),
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion, Units::assumed(FORMAT.up))
    })
}

fn motion(reader: &mut Reader<'_>, skeleton: &Skeleton) -> Result<(Motion, Damage), LoadError> {
    let source = reader.scan.source;
    let columns = skeleton.columns();
    let still = |frame_time: FrameTime| {
        (Motion::new(frame_time, 0, columns, Vec::new()), Damage::default())
    };
    if !reader.scan.take("MOTION") {
        if !FrameLines::begin(&reader.scan) {
            let message = "no MOTION section: the skeleton shows its rest pose";
            reader.warnings.add(WarningCode::PartMissing, message);
            return Ok(still(ASSUMED_FRAME_TIME));
        }
        let at = reader.scan.peek().map_or(reader.scan.at, |word| word.at);
        let message = "the word MOTION is missing ahead of the frames";
        reader.warn(WarningCode::LayoutRepaired, at, message);
    }
    let lines = FrameLines::read(&mut reader.scan)?;
    let frame_time = lines.frame_time(reader);
    let scan = reader.scan;
    let rest = skeleton.rest_row();
    let announced = lines.announced();
    source.announce(announced.unwrap_or(0.0) as usize);
    let error = |fault: RowError| {
        let why =
            format!("the joints have {columns} channels in all, so a row has {columns} values");
        fault.load_error(&scan, columns, |column| channel_name(skeleton, column), &why)
    };
    let (mut values, mut rows) = read_rows(&source, scan.at, rest, &NEXT_TAKE).map_err(error)?;
    let damage = match rows.losses.first() {
        // A file that breaks off within its first row still has a skeleton to show.
        Some(&fault @ RowError::BrokenOff { .. }) if rows.count == 0 => {
            Damage::behind(0, announced, error(fault))
        }
        _ => rows.settle(&mut values, rest, announced, error, &mut reader.warnings)?,
    };
    reader.scan.at = rows.end;
    warn_of_text_behind(reader, columns);
    if columns == 0 {
        let message = "no joint has channels: the skeleton shows its rest pose";
        reader.warnings.add(WarningCode::PartMissing, message);
        return Ok(still(frame_time));
    }
    rows.held.warn(reader);
    lines.compare("the file", damage.rows(rows.count), reader);
    if rows.count == 0 {
        let message = "no rows of motion: the skeleton shows its rest pose";
        reader.warnings.add(WarningCode::PartMissing, message);
    }
    Ok((Motion::new(frame_time, rows.count, columns, values), damage))
}

/// The words behind the last row where a second take follows.
const NEXT_TAKE: [&str; 2] = ["MOTION", "HIERARCHY"];

fn warn_of_text_behind(reader: &mut Reader<'_>, columns: usize) {
    let Some(word) = reader.scan.peek() else { return };
    if columns == 0 && !NEXT_TAKE.iter().any(|next| word.is(next)) {
        let message = "values follow, but no joint has channels: they are not read";
        reader.warn(WarningCode::ValuesLeftOut, word.at, message);
    } else {
        let message = "a second take follows in the same file and is not read";
        reader.warn(WarningCode::TakeLeftOut, word.at, message);
    }
}

/// What a column is called in an error: `Zrotation of "Hips"`.
fn channel_name(skeleton: &Skeleton, column: usize) -> String {
    let Some(node) = skeleton.nodes().iter().find(|node| node.columns().contains(&column)) else {
        return "a channel".to_string();
    };
    let channel = match node.channels[column - node.first_column] {
        Channel::Unused => "a scale".to_string(),
        channel => Naming::Bvh.of(channel),
    };
    format!("{channel} of {}", quoted(node.name.as_bytes()))
}
