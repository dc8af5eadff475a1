//! How far a motion is from the one that it should be.

use glam::DVec3;

use super::procrustes::Similarity;
use super::{
    ACCELERATION_ERROR, BONE_LENGTH_ERROR, GLOBAL_MPJPE, JointMeans, MILLIMETRES, MPJPE,
    MetricValue, N_MPJPE, PA_MPJPE, Tracks, VELOCITY_ERROR,
};

/// The metrics of two motions: A, which is true, and B, joint beside joint and frame beside frame.
///
/// `root` is the joint that is put upon its counterpart; without one, the mean of all joints is. `bones` are joints with
/// what they hang from.
///
/// # Panics
/// Where the motions do not have the same joints and frames.
pub fn of_pair(
    [a, b]: [&Tracks; 2],
    root: Option<usize>,
    bones: &[[usize; 2]],
) -> Vec<MetricValue> {
    assert_eq!(a.joints, b.joints, "joint beside joint");
    assert_eq!(a.positions.len(), b.positions.len(), "frame beside frame");
    let joints = a.joints;
    let new = || JointMeans::new(joints);
    let (mut mpjpe, mut global, mut aligned, mut scaled) = (new(), new(), new(), new());
    let (mut velocity, mut acceleration, mut lengths) = (new(), new(), new());
    // How far B is from A about the root, on the frame before and the one before that.
    let mut before: [Vec<DVec3>; 2] = Default::default();
    for frame in 0..a.frames() {
        let [at_a, at_b] = [a, b].map(|tracks| tracks.frame(frame));
        let origins = origins([at_a, at_b], root);
        let about = |joint: usize| [at_a[joint] - origins[0], at_b[joint] - origins[1]];
        let scale = factor((0..joints).map(about));
        let similarity = Similarity::between(at_b, at_a);
        let apart: Vec<DVec3> =
            (0..joints).map(|joint| about(joint)[1] - about(joint)[0]).collect();
        for joint in 0..joints {
            let [of_a, of_b] = about(joint);
            mpjpe.add(joint, apart[joint].length());
            global.add(joint, at_a[joint].distance(at_b[joint]));
            scaled.add(joint, (of_b * scale).distance(of_a));
            if let Some(similarity) = similarity {
                aligned.add(joint, similarity.apply(at_b[joint]).distance(at_a[joint]));
            }
            if let Some(last) = before[0].get(joint) {
                velocity.add(joint, apart[joint].distance(*last) / a.frame_time);
                if let Some(first) = before[1].get(joint) {
                    let second = apart[joint] - *last * 2.0 + *first;
                    acceleration.add(joint, second.length() / a.frame_time.powi(2));
                }
            }
        }
        for &[joint, parent] in bones {
            let [of_a, of_b] = [at_a, at_b].map(|at| at[joint].distance(at[parent]));
            lengths.add(joint, (of_b - of_a).abs());
        }
        before = [apart, std::mem::take(&mut before[0])];
    }
    vec![
        mpjpe.value(&MPJPE, MILLIMETRES),
        global.value(&GLOBAL_MPJPE, MILLIMETRES),
        aligned.value(&PA_MPJPE, MILLIMETRES),
        scaled.value(&N_MPJPE, MILLIMETRES),
        velocity.value(&VELOCITY_ERROR, MILLIMETRES),
        acceleration.value(&ACCELERATION_ERROR, MILLIMETRES),
        lengths.value(&BONE_LENGTH_ERROR, MILLIMETRES),
    ]
}

/// What is put upon each other.
fn origins(both: [&[DVec3]; 2], root: Option<usize>) -> [DVec3; 2] {
    if let Some(root) = root {
        return both.map(|at| at[root]);
    }
    let there = || both[0].iter().zip(both[1]).filter(|(a, b)| a.is_finite() && b.is_finite());
    let count = there().count().max(1) as f64;
    let sums = there().fold([DVec3::ZERO; 2], |[a, b], (p, q)| [a + p, b + q]);
    sums.map(|sum| sum / count)
}

/// What B is to be multiplied with about its root so that the squares of what is left are least.
fn factor(pairs: impl Iterator<Item = [DVec3; 2]>) -> f64 {
    let there = pairs.filter(|pair| pair.iter().all(|at| at.is_finite()));
    let (products, squares) = there.fold((0.0, 0.0), |(products, squares), [a, b]| {
        (products + a.dot(b), squares + b.length_squared())
    });
    if squares > 0.0 { products / squares } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    const FRAME_TIME: f64 = 1.0 / 50.0;

    /// Five joints that swing, on some frames.
    fn swinging(frames: usize) -> Tracks {
        let joint = |frame: usize, joint: usize| {
            let (t, j) = (frame as f64 * FRAME_TIME, joint as f64);
            DVec3::new(j + (t + j).sin(), 0.3 * j * j, (2.0 * t).cos() - t * j)
        };
        let positions = (0..frames).flat_map(|frame| (0..5).map(move |j| joint(frame, j)));
        Tracks { positions: positions.collect(), joints: 5, frame_time: FRAME_TIME }
    }

    fn changed(tracks: &Tracks, change: impl Fn(f64, usize, DVec3) -> DVec3) -> Tracks {
        let places = tracks.positions.iter().enumerate();
        let change =
            |(place, at): (usize, &DVec3)| change((place / 5) as f64 * FRAME_TIME, place % 5, *at);
        Tracks { positions: places.map(change).collect(), ..tracks.clone() }
    }

    fn values(a: &Tracks, b: &Tracks) -> Vec<(&'static str, f64)> {
        let bones = [[1, 0], [2, 1], [3, 2], [4, 3]];
        let found = of_pair([a, b], Some(0), &bones);
        found.iter().map(|value| (value.metric.word, value.value.unwrap())).collect()
    }

    #[track_caller]
    fn assert_near(found: &[(&str, f64)], expected: [f64; 7]) {
        for ((word, found), expected) in found.iter().zip(expected) {
            let near = 1e-6 * expected.abs().max(1e-3);
            assert!(
                expected.is_nan() || (found - expected).abs() < near,
                "{word}: {found} {expected}"
            );
        }
    }

    #[test]
    fn motions_that_differ_in_a_known_way_have_known_errors() {
        let a = swinging(40);
        assert_near(&values(&a, &a), [0.0; 7]);
        // Elsewhere.
        let moved = changed(&a, |_, _, at| at + DVec3::new(0.03, 0.0, 0.04));
        assert_near(&values(&a, &moved), [0.0, 50.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        // Larger about the root, as N-MPJPE forgives.
        let root = |tracks: &Tracks, t: f64| tracks.frame((t / FRAME_TIME).round() as usize)[0];
        let larger = changed(&a, |t, _, at| root(&a, t) + (at - root(&a, t)) * 1.25);
        let found = values(&a, &larger);
        assert_near(&found[2..4], [0.0, 0.0, f64::NAN, f64::NAN, f64::NAN, f64::NAN, f64::NAN]);
        assert!(found[0].1 > 100.0 && found[6].1 > 100.0);
        // Turned, as PA-MPJPE forgives.
        let turn = DQuat::from_rotation_y(1.0) * DQuat::from_rotation_x(-0.4);
        let turned = changed(&a, |_, _, at| turn * at * 0.8 + DVec3::X);
        let found = values(&a, &turned);
        assert!(found[2].1 < 1e-9 && found[0].1 > 100.0, "{found:?}");
        // One joint that goes away from where it should be, evenly: 4 of 5 joints are right.
        let away = changed(&a, |t, j, at| if j == 4 { at + DVec3::Y * (0.5 * t) } else { at });
        let mean = 0.5 * 19.5 * FRAME_TIME;
        let expected = [200.0 * mean, 200.0 * mean, f64::NAN, f64::NAN, 100.0, 0.0, f64::NAN];
        assert_near(&values(&a, &away), expected);
        // One that goes faster and faster: its acceleration is 3 m/s².
        let faster =
            changed(&a, |t, j, at| if j == 4 { at + DVec3::Y * (1.5 * t * t) } else { at });
        assert_near(&values(&a, &faster)[5..], [600.0, f64::NAN, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn what_is_missing_is_left_out() {
        let a = swinging(40);
        let gap = changed(&a, |t, j, at| match j {
            2 if t > 0.3 => DVec3::NAN,
            4 => at + DVec3::Y * 0.01,
            _ => at,
        });
        let found = of_pair([&a, &gap], Some(0), &[]);
        assert_eq!(found[0].joints[2], Some(0.0));
        assert!((found[0].joints[4].unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(found[6].value, None);
        // Without a root, the mean of those that are there is put upon each other.
        let moved = changed(&gap, |_, _, at| at + DVec3::X);
        let [one, other] = [&gap, &moved].map(|b| of_pair([&a, b], None, &[])[0].value.unwrap());
        assert!((one - other).abs() < 1e-9);
    }

    #[test]
    fn of_nothing_there_is_nothing() {
        let none = Tracks { positions: Vec::new(), joints: 3, frame_time: 0.1 };
        assert!(of_pair([&none, &none], None, &[]).iter().all(|value| value.value.is_none()));
    }
}
