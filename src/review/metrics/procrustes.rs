//! The rotation, scale and shift that bring some points as near to others as can be.
//!
//! B. K. P. Horn, *Closed-form solution of absolute orientation using unit quaternions*, J. Opt. Soc. Am. A 4 (1987):
//! the rotation is the eigenvector of the greatest eigenvalue of a symmetric matrix of four rows, which is never a
//! mirror image. With the scale of Umeyama (1991), equation 42, it is the same as by a singular value decomposition
//! with its sign mended.

use glam::{DQuat, DVec3};

/// From points to others: `scale · rotation · p + shift`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    pub rotation: DQuat,
    pub scale: f64,
    pub shift: DVec3,
}

impl Similarity {
    /// The one with the least squares of what is left; `None` of fewer than three points that are there in both, or of
    /// points that are all at one place.
    pub fn between(from: &[DVec3], to: &[DVec3]) -> Option<Self> {
        let pairs = || from.iter().zip(to).filter(|(a, b)| a.is_finite() && b.is_finite());
        let count = pairs().count();
        if count < 3 {
            return None;
        }
        let sums = pairs().fold([DVec3::ZERO; 2], |[a, b], (p, q)| [a + p, b + q]);
        let [from_mean, to_mean] = sums.map(|sum| sum / count as f64);
        // The rows are of `from`, the columns of `to`.
        let mut products = [[0.0; 3]; 3];
        let mut spread = 0.0;
        for (p, q) in pairs() {
            let [p, q] = [(*p - from_mean), (*q - to_mean)];
            spread += p.length_squared();
            for (i, row) in products.iter_mut().enumerate() {
                for (j, product) in row.iter_mut().enumerate() {
                    *product += p[i] * q[j];
                }
            }
        }
        if spread <= 0.0 {
            return None;
        }
        let rotation = rotation(&products);
        // The trace of the rotation with the products.
        let turned: f64 = (0..3).map(|i| (rotation * axis(i)).dot(DVec3::from(products[i]))).sum();
        let scale = turned / spread;
        Some(Self { rotation, scale, shift: to_mean - rotation * from_mean * scale })
    }

    pub fn apply(&self, at: DVec3) -> DVec3 {
        self.rotation * at * self.scale + self.shift
    }
}

fn axis(i: usize) -> DVec3 {
    DVec3::AXES[i]
}

/// The rotation of the greatest trace with these products: equation 26 and what follows it of Horn (1987).
fn rotation(&[[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]: &[[f64; 3]; 3]) -> DQuat {
    let matrix = [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ];
    let [w, x, y, z] = greatest_eigenvector(matrix);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// By Jacobi's rotations, each of which makes one element outside of the diagonal 0 (Golub and Van Loan, *Matrix
/// Computations*, 8.5).
fn greatest_eigenvector(mut matrix: [[f64; 4]; 4]) -> [f64; 4] {
    /// Each sweep has the square of what the one before left outside of the diagonal.
    const SWEEPS: usize = 12;
    let mut vectors: [[f64; 4]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(i == j)));
    for _ in 0..SWEEPS {
        for p in 0..3 {
            for q in p + 1..4 {
                let off = matrix[p][q];
                if off == 0.0 {
                    continue;
                }
                let tau = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
                let tangent = tau.signum() / (tau.abs() + tau.hypot(1.0));
                let cosine = tangent.hypot(1.0).recip();
                let sine = tangent * cosine;
                let turn = |row: &mut [f64; 4]| {
                    let [a, b] = [row[p], row[q]];
                    (row[p], row[q]) = (cosine * a - sine * b, sine * a + cosine * b);
                };
                matrix.iter_mut().for_each(turn);
                let [a, b] = [matrix[p], matrix[q]];
                for i in 0..4 {
                    matrix[p][i] = cosine * a[i] - sine * b[i];
                    matrix[q][i] = sine * a[i] + cosine * b[i];
                }
                vectors.iter_mut().for_each(turn);
            }
        }
    }
    let greatest = (0..4).max_by(|&i, &j| matrix[i][i].total_cmp(&matrix[j][j])).unwrap_or(0);
    std::array::from_fn(|i| vectors[i][greatest])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> Vec<DVec3> {
        let at = |i: usize| {
            let t = i as f64;
            DVec3::new((3.1 * t).sin(), (1.7 * t).cos() * 2.0, 0.1 * t * t - t)
        };
        (0..9).map(at).collect()
    }

    #[test]
    fn a_similarity_is_found_again() {
        let known = Similarity {
            rotation: DQuat::from_axis_angle(DVec3::new(1.0, -2.0, 0.5).normalize(), 2.9),
            scale: 0.37,
            shift: DVec3::new(4.0, -1.0, 100.0),
        };
        let from = points();
        let mut to: Vec<DVec3> = from.iter().map(|&at| known.apply(at)).collect();
        to[4] = DVec3::NAN;
        let found = Similarity::between(&from, &to).unwrap();
        for at in from {
            assert!((found.apply(at) - known.apply(at)).length() < 1e-12);
        }
        assert!((found.scale - 0.37).abs() < 1e-14);
    }

    #[test]
    fn a_mirror_image_is_not_undone() {
        let from = points();
        let to: Vec<DVec3> = from.iter().map(|at| DVec3::new(-at.x, at.y, at.z)).collect();
        let found = Similarity::between(&from, &to).unwrap();
        let left: f64 = from.iter().zip(&to).map(|(a, b)| found.apply(*a).distance(*b)).sum();
        assert!(left > 0.5, "{left}");
        assert!(found.scale > 0.0);
    }

    #[test]
    fn what_no_rotation_is_told_by_has_one_all_the_same() {
        let line: Vec<DVec3> = (0..5).map(|i| DVec3::X * f64::from(i)).collect();
        let found = Similarity::between(&line, &line).unwrap();
        assert!(line.iter().all(|&at| found.apply(at).distance(at) < 1e-12));
        assert_eq!(Similarity::between(&line[..2], &line[..2]), None);
        assert_eq!(Similarity::between(&[DVec3::ONE; 4], &line[..4]), None);
    }
}
