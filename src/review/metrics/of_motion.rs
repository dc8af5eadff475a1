//! How plausible a motion is by itself: how smooth, whether its feet stand, and whether its body keeps its shape.

use glam::DVec3;

use super::{
    BONE_LENGTH_CHANGE, FLOATING, FOOT_SKATING, JITTER, JointMeans, LIMIT_EXCESS, MILLIMETRES,
    Mean, Metric, MetricValue, PENETRATION, Tracks,
};
use crate::take::{Channel, Take};

/// The floor, and what stands on it.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// How high the floor is, in metres.
    pub floor: f64,
    /// The joints of feet.
    pub feet: &'a [usize],
}

/// A foot below this touches the floor, in metres.
const CONTACT_HEIGHT: f64 = 0.05;
/// A foot that touches it and is faster skates, in metres a second.
const SKATE_SPEED: f64 = 0.5;
/// Over how long on either side speeds are averaged, in seconds: five frames of 20 a second altogether.
const AROUND: f64 = 0.1;
/// So far from the floor is on it, in metres.
const TOLERANCE: f64 = 0.005;

/// The metrics of one motion. `bones` are joints with what they hang from.
pub fn of_motion(motion: &Tracks, ground: Ground<'_>, bones: &[[usize; 2]]) -> Vec<MetricValue> {
    let heights: Vec<f64> =
        (0..motion.frames()).filter_map(|frame| lowest(motion.frame(frame))).collect();
    let mean = |metric, distance: fn(f64) -> f64| {
        let beyond = heights.iter().map(|height| {
            let distance = distance(height - ground.floor);
            if distance > TOLERANCE { distance } else { 0.0 }
        });
        whole(metric, Mean::of(beyond).map(|mean| mean * MILLIMETRES))
    };
    vec![
        jitter(motion),
        skating(motion, ground),
        mean(&PENETRATION, |height| -height),
        mean(&FLOATING, |height| height),
        length_changes(motion, bones),
    ]
}

/// How far the angles of a take are beyond the limits that its file states.
pub fn limit_excess(take: &Take) -> MetricValue {
    let mut means = JointMeans::new(take.skeleton.nodes().len());
    for (id, node) in take.skeleton.iter() {
        let channels = node.limits().iter().zip(&node.channels).zip(node.columns());
        let turns = channels.filter(|((_, channel), _)| matches!(channel, Channel::Rotation(_)));
        for ((&[low, high], _), column) in turns {
            for row in take.motion.rows() {
                let (value, [low, high]) = (f64::from(row[column]), [low, high].map(f64::from));
                let angle = (low - value).max(value - high).max(0.0);
                means.add(id.index(), take.skeleton.angle().to_radians(1.0).to_degrees() * angle);
            }
        }
    }
    means.value(&LIMIT_EXCESS, 1.0)
}

fn whole(metric: &'static Metric, value: Option<f64>) -> MetricValue {
    MetricValue { metric, value, joints: Vec::new() }
}

/// How high the lowest of some points is; `None` where none is there.
fn lowest(at: &[DVec3]) -> Option<f64> {
    at.iter().filter(|at| at.is_finite()).map(|at| at.y).reduce(f64::min)
}

fn jitter(motion: &Tracks) -> MetricValue {
    let mut means = JointMeans::new(motion.joints);
    let time = motion.frame_time.powi(3);
    for frame in 3..motion.frames() {
        let [a, b, c, d] = [3, 2, 1, 0].map(|back| motion.frame(frame - back));
        for joint in 0..motion.joints {
            let third = d[joint] - c[joint] * 3.0 + b[joint] * 3.0 - a[joint];
            means.add(joint, third.length() / time);
        }
    }
    means.value(&JITTER, 1.0)
}

/// Of each foot, and of any of them. No value without feet, or where none ever comes near the floor: then they are
/// ankles, or there is no floor.
pub(super) fn skating(motion: &Tracks, ground: Ground<'_>) -> MetricValue {
    let steps = motion.frames().saturating_sub(1);
    let around = (AROUND / motion.frame_time).round() as usize;
    let share = |count: usize| count as f64 / steps as f64;
    let mut joints = vec![None; motion.joints];
    let mut skates = vec![false; steps];
    for &foot in ground.feet {
        let at = |frame: usize| motion.frame(frame)[foot];
        let touches = |frame: usize| at(frame).y - ground.floor < CONTACT_HEIGHT;
        let speed = |step: usize| {
            let way = at(step + 1) - at(step);
            let speed = way.x.hypot(way.z) / motion.frame_time;
            if speed.is_finite() { speed } else { 0.0 }
        };
        let speeds: Vec<f64> = (0..steps).map(speed).collect();
        let (mut touches_ever, mut slides) = (false, 0);
        for (step, skates) in skates.iter_mut().enumerate() {
            let is_down = touches(step) && touches(step + 1);
            touches_ever |= is_down;
            // Beyond the ends of the motion, nothing moves.
            let near = &speeds[step.saturating_sub(around)..(step + around + 1).min(steps)];
            let mean = near.iter().sum::<f64>() / (2 * around + 1) as f64;
            if is_down && speeds[step] > SKATE_SPEED && mean > SKATE_SPEED {
                slides += 1;
                *skates = true;
            }
        }
        joints[foot] = touches_ever.then(|| share(slides));
    }
    let any = skates.iter().filter(|skates| **skates).count();
    let value = joints.iter().any(Option::is_some).then(|| share(any));
    MetricValue { metric: &FOOT_SKATING, value, joints }
}

fn length_changes(motion: &Tracks, bones: &[[usize; 2]]) -> MetricValue {
    let mut means = JointMeans::new(motion.joints);
    for &[joint, parent] in bones {
        let lengths = || {
            let frames = (0..motion.frames()).map(|frame| motion.frame(frame));
            frames.map(|at| at[joint].distance(at[parent])).filter(|length| length.is_finite())
        };
        if let Some(mean) = Mean::of(lengths()) {
            let variance = Mean::of(lengths().map(|length| (length - mean).powi(2)));
            means.add(joint, variance.unwrap_or(0.0).sqrt());
        }
    }
    means.value(&BONE_LENGTH_CHANGE, MILLIMETRES)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two joints, of which the first is a foot, on frames so long apart.
    fn motion(frames: usize, rate: f64, at: impl Fn(f64) -> [DVec3; 2]) -> Tracks {
        let frame_time = rate.recip();
        let positions = (0..frames).flat_map(|frame| at(frame as f64 * frame_time));
        Tracks { positions: positions.collect(), joints: 2, frame_time }
    }

    fn values(motion: &Tracks) -> [Option<f64>; 5] {
        let found = of_motion(motion, Ground { floor: 0.0, feet: &[0] }, &[[1, 0]]);
        std::array::from_fn(|i| found[i].value)
    }

    #[track_caller]
    fn assert_near(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{found} {expected}");
    }

    #[test]
    fn a_cubic_has_the_jitter_of_its_third_derivative() {
        for rate in [20.0, 120.0] {
            let cubic = motion(100, rate, |t| [DVec3::X * (2.0 * t * t * t - t), DVec3::Y]);
            // Of one joint 12 m/s³, of the other nothing.
            assert_near(values(&cubic)[0], 6.0);
        }
    }

    #[test]
    fn a_foot_skates_for_the_share_of_steps_on_which_it_slides() {
        for rate in [20.0, 60.0, 100.0] {
            // On the floor for two seconds, of which it slides 0.6 m/s for the second one.
            let slide = |t: f64| 0.6 * (t - 1.0).max(0.0);
            let sliding = motion(2 * rate as usize + 1, rate, |t| {
                [DVec3::new(slide(t), 0.02, 0.0), DVec3::Y]
            });
            // Where it begins and ends, less of the window slides: at 5 / 6 of it, the mean is as fast as the limit.
            let found = values(&sliding)[1].unwrap();
            let around = (0.1 * rate).round();
            let lost = ((2.0 * around + 1.0) * 5.0 / 6.0 - around).floor().max(0.0);
            let expected = (rate - 2.0 * lost) / (2.0 * rate);
            assert!((found - expected).abs() < 1e-9, "{rate}: {found} {expected}");
        }
        // One that is high, slow, or never down.
        let high = motion(50, 20.0, |t| [DVec3::new(2.0 * t, 0.06, 0.0), DVec3::Y]);
        assert_eq!(values(&high)[1], None);
        let slow = motion(50, 20.0, |t| [DVec3::new(0.4 * t, 0.0, 0.0), DVec3::Y]);
        assert_eq!(values(&slow)[1], Some(0.0));
    }

    #[test]
    fn what_is_below_and_above_the_floor_is_measured_from_it() {
        let sunk = motion(10, 20.0, |_| [DVec3::Y * -0.03, DVec3::Y]);
        assert_near(values(&sunk)[2], 30.0);
        assert_eq!(values(&sunk)[3], Some(0.0));
        // Half of the time in the air, and else as good as on the floor.
        let jump = motion(10, 20.0, |t| [DVec3::Y * if t < 0.24 { 0.2 } else { 0.004 }, DVec3::Y]);
        assert_near(values(&jump)[3], 100.0);
        assert_eq!(values(&jump)[2], Some(0.0));
    }

    #[test]
    fn a_bone_that_changes_its_length_is_told() {
        let change =
            |t: f64| if ((t * 20.0).round() as usize).is_multiple_of(2) { 0.01 } else { -0.01 };
        let changing = motion(10, 20.0, |t| [DVec3::ZERO, DVec3::Y * (1.0 + change(t))]);
        assert_near(values(&changing)[4], 10.0);
    }
}
