//! The check for positions that are too far away to have been captured.

use super::word::quoted;
use crate::take::{Channel, Take, Warning, WarningCode, counted};

/// Metres from the origin beyond which nothing is captured.
const MAX_DISTANCE: f64 = 10_000.0;

/// Metres in a unit of length that is not said: the shortest that is in use.
const SHORTEST_UNIT: f64 = 0.001;

/// Warns of the first place that is farther away than anything that is captured.
pub(super) fn warn(take: &mut Take) {
    let unit = take.units.metres_per_unit.unwrap_or(SHORTEST_UNIT);
    let farthest = (MAX_DISTANCE / unit) as f32;
    let is_far = |value: f32| value.abs() > farthest;
    let is_place =
        |channel: &Channel| matches!(channel, Channel::Position(_) | Channel::Translation(_));
    let columns = || {
        take.skeleton.iter().flat_map(|(id, node)| {
            let channels = node.columns().zip(&node.channels);
            let places = channels.filter(|(_, channel)| is_place(channel));
            places.map(move |(column, _)| (column, id))
        })
    };
    if take.motion.largest().is_some_and(|largest| !is_far(largest)) {
        return;
    }
    let places: Vec<usize> = columns().map(|(column, _)| column).collect();
    // Where places are many among the values, it is faster to look at all of these first.
    let is_dense = 4 * places.len() >= take.motion.columns();
    let mut first = None;
    let mut frames = 0;
    for frame in 0..take.motion.frame_count() {
        let row = take.motion.row(frame);
        // Without an early end, so that many values are looked at together.
        let any = |far: bool, value: f32| far | is_far(value);
        let may_be_far = !is_dense || row.iter().copied().fold(false, any);
        let mut values = places.iter().map(|&column| row[column]);
        if may_be_far && values.any(is_far) {
            let node = || columns().find(|&(column, _)| is_far(row[column]));
            first = first.or_else(|| Some((frame, node()?.1)));
            frames += 1;
        }
    }
    if let Some((frame, node)) = first {
        let name = quoted(take.skeleton[node].name.as_bytes());
        let message = format!(
            "{name} is more than 10 km from the origin in frame {frame}, and something is on {}: \
             the numbers may be no places, or in another unit",
            counted(frames, "frame"),
        );
        take.warnings.push(Warning::of_file(WarningCode::FarPositions, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, FormatId, Motion, SkeletonBuilder, Units};

    #[test]
    fn the_first_place_beyond_any_room_is_told_by_node_and_frame() {
        for (unit, far, warns) in [
            (Some(1.0), 10_001.0, true),
            (Some(1.0), -9_999.0, false),
            (Some(0.001), 10_001.0, false),
            (None, 1.1e7, true),
            (None, f32::NAN, false),
        ] {
            let mut build = SkeletonBuilder::default();
            for name in ["Hips", "Knee"] {
                let id = build.node(name, None).unwrap();
                let channels = [Axis::X, Axis::Y].map(Channel::Position);
                build.node_mut(id).channels =
                    [&channels[..], &[Channel::Rotation(Axis::Z)]].concat();
            }
            let values = vec![0., 0., 1e9, 0., 0., 0., 0., 0., 0., 0., far, 0.];
            let units = Units::new(unit, Axis::Y);
            let motion = Motion::new(0.1, 2, 6, values);
            let mut take = Take::new("a", FormatId::Bvh, build.finish(), motion, units);
            warn(&mut take);
            assert_eq!(take.warnings.len(), usize::from(warns), "{unit:?} {far}");
            let start = "\"Knee\" is more than 10 km from the origin in frame 1, and";
            assert!(take.warnings.iter().all(|w| w.message.starts_with(start)));
        }
    }
}
