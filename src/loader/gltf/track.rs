//! The keys of one property of one node, and its value between them (glTF 2.0, appendix C).

use std::sync::Arc;

use glam::{DQuat, DVec3, DVec4};
use gltf::json::animation::Interpolation;

use super::super::sampled::rounding;

/// Keys in the order of time.
pub(super) struct Track {
    /// In seconds, rising; some keys of a file may have no values and be left out.
    times: Arc<[f32]>,
    keys: usize,
    /// Values of each key; of CUBICSPLINE its tangent before it, its value, its tangent behind it.
    values: Arc<[f32]>,
    interpolation: Interpolation,
    components: usize,
    /// Whether the value is not the same at all times.
    pub changes: bool,
}

impl Track {
    /// Keys with so many components each; `None` where they are no keys. Those behind which values are
    /// missing are left out.
    pub fn new(
        times: Arc<[f32]>,
        values: Arc<[f32]>,
        interpolation: Interpolation,
        components: usize,
    ) -> Option<Self> {
        let each = components * if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let keys = times.len().min(values.len() / each);
        let used = &times[..keys];
        let is_rising = used.is_sorted_by(|a, b| a < b) && used.iter().all(|t| t.is_finite());
        if !is_rising || keys == 0 {
            return None;
        }
        let mut track = Self { times, keys, values, interpolation, components, changes: false };
        track.changes = track.is_changing();
        Some(track)
    }

    pub fn times(&self) -> &[f32] {
        &self.times[..self.keys]
    }

    /// Whether a key has another value than the first one, or is left or reached on a slope.
    fn is_changing(&self) -> bool {
        let first = self.key(0);
        let is_sloped = |i: usize| [3 * i, 3 * i + 2].map(|i| self.element(i)) != [DVec4::ZERO; 2];
        let is_spline = self.interpolation == Interpolation::CubicSpline && self.keys > 1;
        (0..self.keys).any(|i| self.key(i) != first || is_spline && is_sloped(i))
    }

    /// A translation or a scale at a time.
    pub fn vector(&self, time: f64) -> DVec3 {
        let (i, t, step) = self.between(time);
        let to = (i + 1).min(self.keys - 1);
        match self.interpolation {
            Interpolation::Step => self.key(i),
            Interpolation::Linear => self.key(i).lerp(self.key(to), t),
            Interpolation::CubicSpline => self.spline(i, to, t, step),
        }
        .truncate()
    }

    /// A rotation at a time. Between linear keys it goes the shorter way round.
    pub fn rotation(&self, time: f64) -> DQuat {
        let (i, t, step) = self.between(time);
        let to = (i + 1).min(self.keys - 1);
        let quat = |v: DVec4| DQuat::from_vec4(v).normalize();
        match self.interpolation {
            Interpolation::Step => quat(self.key(i)),
            Interpolation::Linear => quat(self.key(i)).slerp(quat(self.key(to)), t),
            Interpolation::CubicSpline => quat(self.spline(i, to, t, step)),
        }
    }

    /// The key before a time, the part of the way to the next one that is behind it, and the seconds between both.
    /// Before the first and behind the last key the value of that one holds.
    fn between(&self, time: f64) -> (usize, f64, f64) {
        /// A frame is on a key that single precision has moved by less, in seconds: a step is taken there.
        const SAME: f64 = 1e-5;
        let times = self.times();
        // Late times are farther off, and a frame that is on a key as far as they tell has its value.
        let off = rounding(time);
        let is_reached = |&key: &f32| f64::from(key) <= time + SAME.max(off);
        // Keys mostly are evenly spaced: then the time tells the key that it is behind.
        let [first, last] = [times[0], times[times.len() - 1]].map(f64::from);
        let guess = (time - first) / (last - first) * (times.len() - 1) as f64;
        let guess = guess.round() as usize;
        let is_next = |next: &usize| {
            let behind = times.get(*next).is_none_or(|key| !is_reached(key));
            behind && times.get(next.wrapping_sub(1)).is_some_and(is_reached)
        };
        let near = (guess..guess.saturating_add(2)).find(is_next);
        let next = near.unwrap_or_else(|| times.partition_point(is_reached));
        let Some(i) = next.checked_sub(1) else { return (0, 0.0, 0.0) };
        let Some(&to) = times.get(next) else { return (i, 0.0, 0.0) };
        let from = f64::from(times[i]);
        let step = f64::from(to) - from;
        let behind = if time - from > off { time - from } else { 0.0 };
        (i, behind / step, step)
    }

    fn key(&self, i: usize) -> DVec4 {
        match self.interpolation {
            Interpolation::CubicSpline => self.element(3 * i + 1),
            _ => self.element(i),
        }
    }

    fn element(&self, i: usize) -> DVec4 {
        let mut element = [0.0; 4];
        let values = &self.values[i * self.components..][..self.components];
        element.iter_mut().zip(values).for_each(|(to, &value)| *to = f64::from(value));
        element.into()
    }

    /// The Hermite spline of appendix C.5; its tangents are for a second.
    fn spline(&self, from: usize, to: usize, t: f64, step: f64) -> DVec4 {
        let (t2, t3) = (t * t, t * t * t);
        let leave = self.element(3 * from + 2) * step;
        let arrive = self.element(3 * to) * step;
        self.key(from) * (2.0 * t3 - 3.0 * t2 + 1.0)
            + leave * (t3 - 2.0 * t2 + t)
            + self.key(to) * (3.0 * t2 - 2.0 * t3)
            + arrive * (t3 - t2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_before_the_first_and_behind_the_last_one() {
        let values = vec![1.0, 0.0, 0.0, 3.0, 0.0, 0.0];
        for (interpolation, middle) in [(Interpolation::Linear, 2.0), (Interpolation::Step, 1.0)] {
            let track = Track::new([1.0, 2.0].into(), values.clone().into(), interpolation, 3)
                .expect("keys");
            let x = [0.0, 1.5, 2.0, 9.0].map(|time| track.vector(time).x);
            assert_eq!(x, [1.0, middle, 3.0, 3.0]);
            assert!(track.changes);
        }
    }

    #[test]
    fn a_spline_leaves_and_arrives_by_its_tangents() {
        // From 0 at 1 a second to 1 at 0 a second, in 2 seconds.
        let values = vec![9.0, 0.0, 1.0, 0.0, 1.0, 9.0];
        let values: Vec<f32> = values.into_iter().flat_map(|v| [v, 0.0, 0.0]).collect();
        let track = Track::new([0.0, 2.0].into(), values.into(), Interpolation::CubicSpline, 3)
            .expect("keys");
        assert!(track.changes);
        assert_eq!(track.vector(1.0).x, 0.5 + 2.0 * 0.125);
        let slope = (track.vector(1e-4).x - track.vector(0.0).x) / 1e-4;
        assert!((slope - 1.0).abs() < 1e-3, "{slope}");
    }

    #[test]
    fn times_that_do_not_rise_are_no_keys_and_keys_without_values_are_left_out() {
        let values = Arc::from([0.0; 6]);
        let keys =
            |times: &[f32]| Track::new(times.into(), Arc::clone(&values), Interpolation::Linear, 3);
        assert!(keys(&[1.0, 1.0]).is_none());
        assert!(keys(&[f32::NAN, 1.0]).is_none());
        assert!(keys(&[]).is_none());
        assert_eq!(keys(&[0.0, 1.0, 2.0]).map(|track| track.times().len()), Some(2));
    }
}
