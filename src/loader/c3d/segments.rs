//! The segments of a C3D file that has no points: Theia's, which finds people in the pictures of many cameras.
//!
//! ```text
//! ROTATION:USED         how many segments
//! ROTATION:LABELS       their names, such as pelvis_4X4
//! ROTATION:RATE         frames a second, or ROTATION:RATIO for each frame of the points
//! ROTATION:DATA_START   the block at which they begin, counted from 1
//! frame                 for each segment 17 floats: a matrix of 4 × 4 column by column, whose last column is where
//!                       the segment is, and how reliable that is; below 0 where it is missing
//! ```

use super::header::block_start;
use super::layout::{self, CUT_OFF};
use super::metadata;
use super::parameters::{Parameter, Parameters, text};
use crate::loader::bodies::{Part, RotationFormat, arrange, skeleton, write_channels};
use crate::loader::error::{ErrorKind, LoadError};
use crate::loader::gaps::COLUMNS;
use crate::loader::marker::settle_names;
use crate::loader::parents_first::parents_first;
use crate::loader::rate::is_frame_time;
use crate::loader::reporter::ProgressReporter;
use crate::loader::unread_rows::Damage;
use crate::take::{
    Axis, FormatId, FrameTime, Motion, Place, Take, Units, Up, WarningCode, Warnings,
};

/// Floats of a segment on a frame.
const FLOATS: usize = 17;

/// Those that are read: a position and a matrix of 3 × 3.
const READ: usize = COLUMNS + 9;

/// What hangs from what, by the names without a side: the first one that is there.
#[rustfmt::skip]
const PARENTS: [(&str, &[&str]); 12] = [
    ("abdomen", &["pelvis"]), ("torso", &["abdomen", "pelvis"]), ("neck", &["torso"]), ("head", &["neck", "torso"]),
    ("uarm", &["torso"]), ("larm", &["uarm"]), ("hand", &["larm"]), ("thigh", &["pelvis"]), ("shank", &["thigh"]),
    ("foot", &["shank"]), ("toes", &["foot"]), ("fingers", &["hand"]),
];

/// The frame of the world itself, among the segments.
const WORLD: &str = "worldbody";

/// How many segments a file has, where it has some.
pub(super) fn count(parameters: &Parameters<'_>) -> Option<usize> {
    let used = parameters.find("ROTATION", "USED", &mut Warnings::default())?;
    used.number(0).map(|count| count as usize).filter(|&count| count > 0)
}

/// The take of so many segments.
pub(super) fn load(
    parameters: &Parameters<'_>,
    count: usize,
    mut warnings: Warnings,
) -> Result<Take, LoadError> {
    let source = &parameters.source;
    let start = parameters.find("ROTATION", "DATA_START", &mut warnings);
    let Some((at, start)) =
        start.and_then(|start| Some((start.at, block_start(start.number(0)?)?)))
    else {
        let message = "the segments begin nowhere: ROTATION:DATA_START is missing".into();
        return Err(LoadError::at_byte(source, 0, ErrorKind::Contradiction(message)));
    };
    let stride = 4 * FLOATS * count;
    let data = source.bytes.get(start..).unwrap_or_default();
    let available = data.len() / stride;
    let point_time = metadata::frame_time(parameters, &mut warnings);
    let frame_time = frame_time(parameters, point_time, &mut warnings);
    let a_point_frame = point_time.seconds / frame_time.seconds;
    let announced = layout::announced_frames(parameters, &mut warnings);
    let announced = announced.map(|frames| (frames as f64 * a_point_frame).round() as usize);
    if available == 0 {
        let what = format!("a frame of {stride} bytes");
        let found = format!("the end of the file after {}", data.len());
        return Err(LoadError::expected_at_byte(source, start, what, found).hint(CUT_OFF));
    }
    let mut damage = Damage::default();
    let frames = announced.filter(|&frames| frames > 0).unwrap_or(available);
    if frames > available {
        let message = format!("{frames} frames of segments, and the file has room for {available}");
        let error = LoadError::at_byte(source, at, ErrorKind::Contradiction(message));
        damage = Damage::behind(available, Some(frames as f64), error);
    }
    let frames = frames.min(available);
    source.announce(frames);

    let mut names = names(parameters, count, &mut warnings);
    settle_names(&mut names, |_| Place::Byte(at as u64), &mut warnings);
    let mut parts = Vec::with_capacity(count);
    let mut kept = Vec::with_capacity(count);
    for (segment, name) in names.into_iter().enumerate() {
        if plain_name(&name) == WORLD {
            let message = format!("{name} is the frame of the world: it is left out");
            warnings.add(WarningCode::PointsLeftOut, message);
            continue;
        }
        let position = kept.len() * READ;
        let rotation = Some((RotationFormat::Matrix, position + COLUMNS));
        parts.push(Part { rotation, ..Part::marker(name, position) });
        kept.push(segment);
    }
    if parts.is_empty() {
        return Err(layout::no_points(source, "and no segment but the world"));
    }
    let parents = parents(&parts);
    let order = parents_first(parents.clone()).unwrap_or_else(|_| (0..parts.len()).collect());
    arrange(&mut parts, &order, &parents, false);

    let columns = kept.len() * READ;
    let mut values = Vec::with_capacity(frames * columns);
    let mut reporter = ProgressReporter::through(source);
    for (number, frame) in data.chunks_exact(stride).take(frames).enumerate() {
        if reporter.is_cut_short(number * stride) {
            return Err(LoadError::new(source, ErrorKind::Cancelled));
        }
        for &segment in &kept {
            let floats = &frame[4 * FLOATS * segment..][..4 * FLOATS];
            let at = |i: usize| {
                parameters.processor.float(std::array::from_fn(|byte| floats[4 * i + byte]))
            };
            if at(FLOATS - 1) < 0.0 {
                values.extend([f32::NAN; READ]);
            } else {
                let turned = (0..3).flat_map(|column| (0..3).map(move |row| 4 * column + row));
                values.extend((12..12 + COLUMNS).chain(turned).map(at));
            }
        }
    }
    let place = |row: usize| Place::Byte((start + row * stride) as u64);
    write_channels(&mut values, (frames, columns), &parts, place, &mut warnings);
    let skeleton = skeleton(source, parts)?;
    let metres = metadata::metres_per_unit(parameters, &mut warnings);
    let up = metadata::up(parameters, &mut warnings);
    let units = Units::new(metres, up.map_or(Up::assumed(Axis::Z), Up::from));
    let details = metadata::of_segments(parameters, &mut warnings);
    let motion = Motion::new(frame_time, frames, skeleton.columns(), values);
    let lost = damage.finish(frames, &mut warnings);
    let take = Take::new(source.stem(), FormatId::C3d, skeleton, motion, units);
    Ok(Take { details, lost, warnings: warnings.finish(), ..take })
}

/// Seconds from one frame of the segments to the next.
fn frame_time(
    parameters: &Parameters<'_>,
    point_time: FrameTime,
    warnings: &mut Warnings,
) -> FrameTime {
    let mut number = |name| parameters.find("ROTATION", name, warnings).and_then(|n| n.number(0));
    let rate = number("RATE").map(f64::recip);
    let ratio = number("RATIO").map(|ratio| point_time.seconds / ratio);
    match rate.into_iter().chain(ratio).find(|&seconds| is_frame_time(seconds)) {
        Some(seconds) => FrameTime { seconds, is_assumed: false },
        None => point_time,
    }
}

fn names(parameters: &Parameters<'_>, count: usize, warnings: &mut Warnings) -> Vec<String> {
    let labels = parameters.numbered("ROTATION", "LABELS", warnings);
    let texts = labels.iter().flat_map(Parameter::texts);
    let mut names: Vec<String> = texts.take(count).map(text).collect();
    names.resize(count, String::new());
    names
}

/// A name in lower case, without what says that it is of a matrix.
fn plain_name(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_suffix("_4x4").unwrap_or(&name).to_string()
}

/// Which segment each one hangs from.
fn parents(parts: &[Part]) -> Vec<Option<usize>> {
    let names: Vec<String> = parts.iter().map(|part| plain_name(&part.name)).collect();
    let parent = |name: &String| {
        let side = ["l_", "r_"].into_iter().find(|side| name.starts_with(side)).unwrap_or_default();
        let (_, parents) = PARENTS.iter().find(|(known, _)| *known == &name[side.len()..])?;
        parents.iter().find_map(|parent| {
            let with_side = format!("{side}{parent}");
            names.iter().position(|other| *other == with_side || other == parent)
        })
    };
    names.iter().map(parent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_hang_from_their_own_side_and_what_is_unknown_from_nothing() {
        let names =
            ["pelvis_4X4", "r_shank_4X4", "l_thigh_4X4", "R_thigh_4x4", "torso", "l_uarm", "prop"];
        let parts: Vec<Part> = names.iter().map(|name| Part::marker(name.to_string(), 0)).collect();
        let found = [None, Some(3), Some(0), Some(0), Some(0), Some(4), None];
        assert_eq!(parents(&parts), found);
    }
}
