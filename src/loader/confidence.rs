//! Confidence as it stays in a take: from 0 to 1, and the limit below which a point is a gap.

use super::Options;
use super::gaps::COLUMNS;
use crate::take::{Channel, Take, Warning, WarningCode, counted, rounded};

/// Brings the confidence of points between 0 and 1, those that say none to 1; and makes gaps of those with less than was
/// asked for, and says of how many.
pub(super) fn settle(take: &mut Take, options: &Options) {
    let columns = take.skeleton.nodes().iter().filter_map(|node| {
        let is_point = matches!(node.channels[..], [Channel::Position(_), .., Channel::Confidence]);
        let columns = node.columns();
        (is_point && columns.len() == COLUMNS + 1).then_some(columns)
    });
    let columns: Vec<_> = columns.collect();
    if columns.is_empty() {
        return;
    }
    let min = options.min_confidence.unwrap_or(0.0);
    let mut count = 0;
    take.motion.change_rows(|row| {
        for point in &columns {
            let point = &mut row[point.clone()];
            let confidence = point[COLUMNS];
            point[COLUMNS] = if confidence.is_nan() { 1.0 } else { confidence.clamp(0.0, 1.0) };
            if confidence < min && !point[0].is_nan() {
                point[..COLUMNS].fill(f32::NAN);
                count += 1;
            }
        }
    });
    if count > 0 {
        let points = counted(count, "point");
        let min = rounded(f64::from(min), 2);
        let message = format!("{points} with a confidence below {min} are gaps, as was asked for");
        take.warnings.push(Warning::of_file(WarningCode::LowConfidence, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Angle, Axis, FormatId, Motion, SkeletonBuilder, Units};

    #[test]
    fn points_below_the_limit_are_gaps_and_those_without_a_confidence_count_as_sure() {
        let mut build = SkeletonBuilder::new(Angle::Degrees);
        for name in ["a", "b"] {
            let id = build.node(name, None).unwrap();
            build.node_mut(id).channels = Axis::ALL.map(Channel::Position).to_vec();
            build.node_mut(id).channels.push(Channel::Confidence);
        }
        let skeleton = build.finish();
        assert_eq!(skeleton.nodes()[1].confidence_column(), Some(7));
        let values = vec![1., 2., 3., 0.4, 4., 5., 6., 0.6, 1., 2., 3., f32::NAN, 4., 5., 6., 0.1];
        let motion = Motion::new(0.1, 2, 8, values);
        let take = Take::new("", FormatId::Npz, skeleton, motion, Units::assumed(Axis::Y));
        let gaps = |min_confidence: Option<f32>| {
            let mut take = take.clone();
            settle(&mut take, &Options { min_confidence, ..Options::default() });
            let gaps: Vec<usize> = (0..2)
                .flat_map(|frame| {
                    take.motion.row(frame)[..7].iter().step_by(4).copied().collect::<Vec<_>>()
                })
                .enumerate()
                .filter_map(|(i, x)| x.is_nan().then_some(i))
                .collect();
            (gaps, take.warnings.len())
        };
        assert_eq!(gaps(None), (vec![], 0));
        assert_eq!(gaps(Some(0.5)), (vec![0, 3], 1));
        assert_eq!(gaps(Some(0.1)), (vec![], 0));
    }
}
