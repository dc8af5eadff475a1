//! Takes in a picture whose places are parts of it: from 0 to 1 across and down. They become pixels.

use super::gaps::COLUMNS;
use crate::take::{Channel, Picture, Take, Warning, WarningCode};

/// Width and height of the pictures that are assumed, in pixels: of most cameras.
const USUAL: [f32; 2] = [1920.0, 1080.0];

/// How far from the picture a point may be guessed to be, in parts of it.
const FAR: f32 = 4.0;

/// Turns parts of a picture into pixels: those of its size, or of a usual one, which is told.
pub(super) fn settle(take: &mut Take) {
    let Some(picture) = take.picture else { return };
    let is_place = |channels: &[Channel]| matches!(channels, [Channel::Position(_), ..]);
    let points = take.skeleton.nodes().iter().filter(|node| is_place(&node.channels));
    let points: Vec<usize> = points.map(|node| node.columns().start).collect();
    let (mut most, mut has_parts) = (0.0f32, false);
    for row in take.motion.rows() {
        for &at in &points {
            for value in row[at..at + COLUMNS - 1].iter().filter(|value| value.is_finite()) {
                most = most.max(value.abs());
                has_parts |= value.fract() != 0.0;
            }
        }
    }
    if most > FAR || !has_parts {
        return;
    }
    let size = picture.size.unwrap_or(USUAL);
    take.motion.change_rows(|row| {
        for &at in &points {
            row[at] *= size[0];
            row[at + 1] *= size[1];
        }
    });
    take.picture = Some(Picture { size: Some(size) });
    if picture.size.is_none() {
        let message = format!(
            "places are parts of a picture whose size nothing says: one of {} × {} pixels is assumed",
            size[0], size[1]
        );
        take.warnings.push(Warning::of_file(WarningCode::ValueAssumed, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Angle, Axis, FormatId, Motion, SkeletonBuilder, Units};

    #[test]
    fn parts_of_a_picture_become_pixels_and_pixels_stay() {
        for (values, size, expected, warned) in [
            ([0.5, 0.25, 0.0, 0.9], None, [960.0, 270.0, 0.0, 0.9], 1),
            ([0.5, 0.25, 0.0, 0.9], Some([100.0, 200.0]), [50.0, 50.0, 0.0, 0.9], 0),
            ([640.0, 254.7, 0.0, 0.9], None, [640.0, 254.7, 0.0, 0.9], 0),
        ] {
            let mut build = SkeletonBuilder::new(Angle::Degrees);
            let id = build.node("nose", None).unwrap();
            build.node_mut(id).channels = Axis::ALL.map(Channel::Position).to_vec();
            build.node_mut(id).channels.push(Channel::Confidence);
            let motion = Motion::new(0.1, 1, 4, values.to_vec());
            let units = Units::assumed(Axis::Y);
            let mut take = Take::new("", FormatId::Npz, build.finish(), motion, units);
            take.picture = Some(Picture { size });
            settle(&mut take);
            assert_eq!(take.motion.row(0), expected);
            assert_eq!(take.warnings.len(), warned);
        }
    }
}
