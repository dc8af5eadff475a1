//! Rotations that lay points on others: the best one for several points, and the shortest one for a direction.

use glam::{DQuat, DVec3};

/// The rotation that lays the points of a shape, given first in each pair, closest to points that were seen, both from the
/// middle of their own. Where the points are on one line it is one of many that do so.
///
/// It is the eigenvector of Horn's matrix whose eigenvalue is the largest ("Closed-form solution of absolute
/// orientation using unit quaternions", 1987).
pub(super) fn rotation_between(pairs: impl Iterator<Item = [DVec3; 2]> + Clone) -> DQuat {
    let [shape, seen] = middle(pairs.clone());
    let mut s = [DVec3::ZERO; 3];
    for [from, to] in pairs {
        let (from, to) = (from - shape, to - seen);
        for (row, sum) in s.iter_mut().enumerate() {
            *sum += from[row] * to;
        }
    }
    let [xs, ys, zs] = s;
    let matrix = [
        [xs.x + ys.y + zs.z, ys.z - zs.y, zs.x - xs.z, xs.y - ys.x],
        [ys.z - zs.y, xs.x - ys.y - zs.z, xs.y + ys.x, zs.x + xs.z],
        [zs.x - xs.z, xs.y + ys.x, ys.y - xs.x - zs.z, ys.z + zs.y],
        [xs.y - ys.x, zs.x + xs.z, ys.z + zs.y, zs.z - xs.x - ys.y],
    ];
    let [w, x, y, z] = largest_eigenvector(matrix);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// The means of both points of each pair.
pub(super) fn middle(pairs: impl Iterator<Item = [DVec3; 2]>) -> [DVec3; 2] {
    let mut sums = [DVec3::ZERO; 2];
    let mut count = 0.0;
    for pair in pairs {
        sums = [sums[0] + pair[0], sums[1] + pair[1]];
        count += 1.0;
    }
    sums.map(|sum| sum / f64::max(count, 1.0))
}

/// The eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi's rotations.
fn largest_eigenvector(mut a: [[f64; 4]; 4]) -> [f64; 4] {
    /// Each sweep squares what is left beside the diagonal.
    const SWEEPS: usize = 12;
    let mut vectors = [[0.0; 4]; 4];
    for (i, vector) in vectors.iter_mut().enumerate() {
        vector[i] = 1.0;
    }
    for _ in 0..SWEEPS {
        let diagonal: f64 = (0..4).map(|i| a[i][i].abs()).sum();
        let beside: f64 =
            (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].abs()).sum();
        if beside <= 1e-16 * diagonal {
            break;
        }
        for p in 0..3 {
            for q in p + 1..4 {
                if a[p][q] == 0.0 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (upper, lower) in above[p].iter_mut().zip(&mut below[0]) {
                    (*upper, *lower) = (c * *upper - s * *lower, s * *upper + c * *lower);
                }
                for row in &mut vectors {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    let largest = (0..4).max_by(|&i, &j| a[i][i].total_cmp(&a[j][j])).unwrap_or(0);
    vectors.map(|row| row[largest])
}

/// The shortest rotation from one direction of length 1 to another.
pub(super) fn arc(from: DVec3, to: DVec3) -> DQuat {
    // The library's own takes directions for opposite, or for the same, that are not yet.
    let cosine = from.dot(to);
    if cosine < -0.999_999 {
        return DQuat::from_rotation_arc(from, to);
    }
    let axis = from.cross(to);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + cosine).normalize()
}

/// The angle in radians about an axis of length 1 that turns one direction to another, both seen along the axis.
pub(super) fn angle_about(axis: DVec3, from: DVec3, to: DVec3) -> f64 {
    axis.dot(from.cross(to)).atan2(from.reject_from(axis).dot(to.reject_from(axis)))
}

/// The rotation whose X and Y axes are those, as far as they are at right angles: X counts.
pub(super) fn frame(x: DVec3, y: DVec3) -> Option<DQuat> {
    let x = x.try_normalize()?;
    let y = y.reject_from(x).try_normalize()?;
    let matrix = glam::DMat3::from_cols(x, y, x.cross(y));
    matrix.is_finite().then(|| DQuat::from_mat3(&matrix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_shape_is_turned_back_whatever_the_turn() {
        let shape = [[0.0, 0.0, 0.0], [1.0, 0.2, 0.0], [-0.9, 0.3, 0.1]].map(DVec3::from);
        for angle in 0..36 {
            let angle = f64::from(angle) * 10.0_f64.to_radians();
            let turn = DQuat::from_rotation_x(angle) * DQuat::from_rotation_z(2.0 * angle);
            let seen = shape.map(|point| turn * point + DVec3::new(5.0, -3.0, 2.0));
            let found = rotation_between((0..3).map(|i| [shape[i], seen[i]]));
            for point in shape {
                assert!((found * point).distance(turn * point) < 1e-12);
            }
        }
    }

    #[test]
    fn points_on_a_line_are_laid_on_their_line() {
        let shape = [-1.0, 0.5, 2.0].map(|x| DVec3::new(x, 0.0, 0.0));
        let way = DVec3::new(1.0, 2.0, -2.0) / 3.0;
        let found = rotation_between(shape.iter().map(|&point| [point, way * point.x]));
        assert!((found * DVec3::X).distance(way) < 1e-12);
    }

    #[test]
    fn the_shortest_rotation_is_exact_for_small_and_for_large_angles() {
        for angle in [0.0, 1e-9, 1e-4, 1.0, 3.0, std::f64::consts::PI] {
            let to = DVec3::new(angle.cos(), angle.sin(), 0.0);
            assert!((arc(DVec3::X, to) * DVec3::X).distance(to) < 1e-7, "{angle}");
        }
    }
}
