//! The base of support: the convex hull of the points on which feet stand, as seen from above.

use glam::DVec2;

/// The corners of the convex hull of some points, anticlockwise, without those on its edges: A. M. Andrew,
/// *Another efficient algorithm for convex hulls in two dimensions*, Information Processing Letters 9 (1979).
pub(super) fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

/// How far a point is inside of a convex hull, to its nearest edge; below 0, how far outside. Outside of a
/// hull that has no area is everything; of none, nothing is known.
pub(super) fn margin(corners: &[DVec2], point: DVec2) -> Option<f64> {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().copied().zip(next.copied());
    let nearest = edges.clone().map(|(a, b)| {
        let way = b - a;
        let along = (point - a).dot(way) / way.length_squared();
        // A hull of one point has an edge without length.
        let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 };
        (a + way * along).distance(point)
    });
    let nearest = nearest.reduce(f64::min)?;
    let is_inside = corners.len() > 2 && {
        let mut edges = edges;
        edges.all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0)
    };
    Some(if is_inside { nearest } else { -nearest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_has_its_corners_alone() {
        let at = |x: f64, y: f64| DVec2::new(x, y);
        let points = vec![
            at(0.0, 0.0),
            at(2.0, 0.0),
            at(1.0, 0.0),
            at(1.0, 0.5),
            at(2.0, 1.0),
            at(0.0, 1.0),
            at(0.0, 0.0),
        ];
        let corners = hull(points);
        assert_eq!(corners, [at(0.0, 0.0), at(2.0, 0.0), at(2.0, 1.0), at(0.0, 1.0)]);
        for (point, expected) in [
            (at(1.0, 0.4), 0.4),
            (at(1.0, -0.25), -0.25),
            (at(5.0, 5.0), -5.0),
            (at(2.0, 0.5), 0.0),
        ] {
            assert_eq!(margin(&corners, point), Some(expected), "{point}");
        }
    }

    #[test]
    fn points_and_lines_hold_nothing_inside() {
        let line = hull(vec![DVec2::ZERO, DVec2::X, DVec2::X * 0.5]);
        assert_eq!(line, [DVec2::ZERO, DVec2::X]);
        assert_eq!(margin(&line, DVec2::new(0.5, 0.1)), Some(-0.1));
        assert_eq!(margin(&[DVec2::X], DVec2::ZERO), Some(-1.0));
        assert_eq!(margin(&[], DVec2::ZERO), None);
    }
}
