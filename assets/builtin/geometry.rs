//! Vectors and rotations, as much as a skeleton needs.

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

pub const fn v(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3 { x, y, z }
}

pub const X: Vec3 = v(1.0, 0.0, 0.0);
pub const Y: Vec3 = v(0.0, 1.0, 0.0);
pub const Z: Vec3 = v(0.0, 0.0, 1.0);

impl Vec3 {
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    pub fn cross(self, o: Vec3) -> Vec3 {
        v(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub fn unit(self) -> Vec3 {
        self * (1.0 / self.length())
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        v(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        v(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        v(self.x * k, self.y * k, self.z * k)
    }
}

/// A rotation, as a unit quaternion.
#[derive(Clone, Copy)]
pub struct Turn {
    w: f64,
    v: Vec3,
}

impl Turn {
    pub const NONE: Turn = Turn { w: 1.0, v: v(0.0, 0.0, 0.0) };

    pub fn about(axis: Vec3, degrees: f64) -> Turn {
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        Turn { w: cos, v: axis * sin }
    }

    /// The rotation that takes X, Y and Z to three perpendicular unit vectors.
    pub fn from_axes(x: Vec3, y: Vec3, z: Vec3) -> Turn {
        // The largest of the four components is never near zero, so dividing by it is safe.
        let squares = [
            1.0 + x.x + y.y + z.z,
            1.0 + x.x - y.y - z.z,
            1.0 - x.x + y.y - z.z,
            1.0 - x.x - y.y + z.z,
        ];
        let largest = (0..4).fold(0, |a, b| if squares[b] > squares[a] { b } else { a });
        let s = squares[largest].sqrt() * 2.0;
        let (a, b, c) = (y.z - z.y, z.x - x.z, x.y - y.x);
        let (d, e, f) = (y.x + x.y, x.z + z.x, z.y + y.z);
        let (w, v) = match largest {
            0 => (s / 4.0, v(a / s, b / s, c / s)),
            1 => (a / s, v(s / 4.0, d / s, e / s)),
            2 => (b / s, v(d / s, s / 4.0, f / s)),
            _ => (c / s, v(e / s, f / s, s / 4.0)),
        };
        Turn { w, v }
    }

    pub fn inverse(self) -> Turn {
        Turn { w: self.w, v: self.v * -1.0 }
    }

    pub fn apply(self, p: Vec3) -> Vec3 {
        let t = self.v.cross(p) * 2.0;
        p + t * self.w + self.v.cross(t)
    }

    /// The same rotation, only `share` of its angle: how several joints carry one bend together.
    pub fn share(self, share: f64) -> Turn {
        let turn = if self.w < 0.0 { Turn { w: -self.w, v: self.v * -1.0 } } else { self };
        let sin = turn.v.length();
        if sin < 1e-12 {
            return Turn::NONE;
        }
        let degrees = (2.0 * sin.atan2(turn.w)).to_degrees();
        Turn::about(turn.v * (1.0 / sin), degrees * share)
    }

    /// The same rotation on the other side of the body.
    pub fn mirrored(self) -> Turn {
        Turn { w: self.w, v: v(self.v.x, -self.v.y, -self.v.z) }
    }

    /// Degrees about Z, X and Y, where the rotation is Rz · Rx · Ry.
    pub fn zxy_degrees(self) -> [f64; 3] {
        let (x, y, z) = (self.apply(X), self.apply(Y), self.apply(Z));
        [
            (-y.x).atan2(y.y).to_degrees(),
            y.z.clamp(-1.0, 1.0).asin().to_degrees(),
            (-x.z).atan2(z.z).to_degrees(),
        ]
    }
}

impl Mul for Turn {
    type Output = Turn;
    fn mul(self, o: Turn) -> Turn {
        Turn {
            w: self.w * o.w - self.v.dot(o.v),
            v: o.v * self.w + self.v * o.w + self.v.cross(o.v),
        }
    }
}
