//! Points as an estimator sees them become points of a figure whose bones keep their lengths: the closest ones.
//!
//! Each part of the figure that does not bend is laid on its points, which move there, and so in turn, until all keep
//! still (position based dynamics; Müller and others, 2007). A mistake of one point is so shared by its neighbours,
//! and an elbow that is seen too far away does not carry the hand away with it. Points that are right stay
//! where they are.

use glam::DVec3;

use super::fit::{middle, rotation_between};
use super::shape::{Segment, SegmentKind, Shape};

impl Shape {
    /// Moves the points of a frame. Missing ones stay missing.
    pub fn relax(&self, at: &mut [DVec3]) {
        const TURNS: usize = 30;
        /// In heights of the figure: what is moved by less is where it belongs.
        const STILL: f64 = 1e-6;
        let segments = || self.segments.iter().filter(|segment| segment.points.len() > 1);
        for _ in 0..TURNS {
            let moved = segments().map(|segment| segment.pull(at)).fold(0.0, f64::max);
            if moved <= STILL * self.height {
                break;
            }
        }
    }
}

impl Segment {
    /// Moves its points to where they keep their places to one another, and tells by how much at the most.
    fn pull(&self, at: &mut [DVec3]) -> f64 {
        if let [_, (end, rest)] = self.points[..] {
            let origin = self.points[0].0;
            let way = at[end] - at[origin];
            let length = way.length();
            if length.is_nan() || length <= 0.0 {
                return 0.0;
            }
            let pull = way * (0.5 * (1.0 - rest.length() / length));
            at[origin] += pull;
            at[end] -= pull;
            return pull.length();
        }
        let seen = || self.points.iter().filter(|(point, _)| at[*point].is_finite());
        if seen().count() < 2 || self.kind == SegmentKind::Bare {
            return 0.0;
        }
        let pairs = seen().map(|&(point, own)| [own, at[point]]);
        let turn = rotation_between(pairs.clone());
        let [from, to] = middle(pairs);
        let mut moved: f64 = 0.0;
        for &(point, own) in &self.points {
            let there = to + turn * (own - from);
            if at[point].is_finite() {
                moved = moved.max(at[point].distance(there));
                at[point] = there;
            }
        }
        moved
    }
}
