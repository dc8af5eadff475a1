//! Where a take stands: its scale in metres, its up axis, its floor, and which way it faces.

use glam::{Affine3A, Quat, Vec3};

use super::side::{Side, mirrored, sides};
use crate::evaluate::Pose;
use crate::take::{Axis, Take};

/// The world is in metres, Y up, with the floor at Y = 0.
#[derive(Clone, Debug)]
pub struct Stage {
    /// From the file's unit and axes to the world.
    pub world_from_take: Affine3A,
    /// The unit of length of the file.
    pub unit: Unit,
    /// Everything the figure touches, over the whole take.
    pub bounds: Bounds,
    /// The figure on the first frame.
    pub first: Bounds,
    /// The direction the figure faces on the first frame, level and of length 1.
    pub facing: Vec3,
}

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// As people write it.
    pub name: &'static str,
    /// Metres in one of it.
    pub metres: f64,
    /// Whether the file says so, or the figure's height suggests it.
    pub guessed: bool,
}

impl Unit {
    /// The units that takes come in. CMU's takes say 0.45 and mean inches divided by it.
    const KNOWN: [(&'static str, f64); 5] = [
        ("m", 1.0),
        ("cm", 0.01),
        ("mm", 0.001),
        ("inch", 0.0254),
        ("inch ÷ 0.45", 0.0254 / 0.45),
    ];

    /// The unit in which a figure of `size` is closest to a person's height; where none brings it
    /// near, the scale that makes it so, without a name.
    fn guess(size: f32) -> Self {
        /// The height of a performer with shoes and markers.
        const PERSON: f64 = 1.75;
        let size = f64::from(size);
        let off = |metres: f64| (size * metres / PERSON).ln().abs();
        let best = Self::KNOWN
            .into_iter()
            .min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        match best {
            Some((name, metres)) if off(metres) < 0.6 => Self {
                name,
                metres,
                guessed: true,
            },
            _ => Self {
                name: "unknown",
                metres: if size > 0.0 { PERSON / size } else { 1.0 },
                guessed: true,
            },
        }
    }

    fn of(metres: f64) -> Self {
        let known = Self::KNOWN
            .into_iter()
            .find(|(_, m)| (m / metres - 1.0).abs() < 1e-6);
        Self {
            name: known.map_or("own", |(name, _)| name),
            metres,
            guessed: false,
        }
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub low: Vec3,
    /// The corner with the largest coordinates.
    pub high: Vec3,
}

impl Bounds {
    /// The box around no point at all.
    pub const EMPTY: Self = Self {
        low: Vec3::INFINITY,
        high: Vec3::NEG_INFINITY,
    };

    /// Makes room for a point; one that is not finite is left out.
    pub fn include(&mut self, point: Vec3) {
        if point.is_finite() {
            self.low = self.low.min(point);
            self.high = self.high.max(point);
        }
    }

    /// The box around both.
    pub fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Whether there is no point in it.
    pub fn is_empty(&self) -> bool {
        self.low.x > self.high.x
    }

    /// The middle; the origin of an empty box.
    pub fn centre(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            (self.low + self.high) * 0.5
        }
    }

    /// The lengths of its sides; 0 for an empty box.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            self.high - self.low
        }
    }

    /// Its eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, low, high| if i & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, self.low.x, self.high.x),
                pick(2, self.low.y, self.high.y),
                pick(4, self.low.z, self.high.z),
            )
        })
    }
}

/// Every joint and bone end of a pose, in the file's space.
fn points<'a>(take: &'a Take, pose: &'a Pose) -> impl Iterator<Item = Vec3> + 'a {
    take.skeleton
        .iter()
        .map(|(id, _)| pose.position(id))
        .chain(pose.segments(&take.skeleton).map(|[_, tip]| tip))
}

impl Stage {
    /// How many frames are looked at to find floor and bounds: enough to meet every step of a walk.
    const SAMPLES: usize = 120;

    /// Places a take in the world.
    pub fn of(take: &Take) -> Self {
        let up = match take.units.up {
            Axis::Y => Quat::IDENTITY,
            Axis::Z => Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2),
            Axis::X => Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        };
        let count = take.motion.frame_count().max(1);
        let mut pose = Pose::default();
        let mut bounds = Bounds::EMPTY;
        let mut first = Bounds::EMPTY;
        let mut lows = Vec::with_capacity(Self::SAMPLES.min(count));
        for sample in 0..Self::SAMPLES.min(count) {
            let frame = sample * count / Self::SAMPLES.min(count);
            pose.evaluate(&take.skeleton, take.row(frame));
            let mut figure = Bounds::EMPTY;
            for point in points(take, &pose) {
                figure.include(up * point);
            }
            if figure.is_empty() {
                continue;
            }
            if first.is_empty() {
                first = figure;
            }
            lows.push(figure.low.y);
            bounds = bounds.union(figure);
        }
        let size = first.size().max_element();
        let unit = match take.units.metres_per_unit {
            Some(metres) => Unit::of(metres),
            None => Unit::guess(size),
        };
        let metres = unit.metres as f32;
        let floor = floor(&mut lows, size);
        let world_from_take = Affine3A::from_scale_rotation_translation(
            Vec3::splat(metres),
            up,
            Vec3::new(0.0, -floor * metres, 0.0),
        );
        let place = |bounds: Bounds| Bounds {
            low: (bounds.low - Vec3::Y * floor) * metres,
            high: (bounds.high - Vec3::Y * floor) * metres,
        };
        pose.evaluate(&take.skeleton, take.row(0));
        Self {
            facing: facing(take, &pose, up),
            bounds: place(bounds),
            first: place(first),
            world_from_take,
            unit,
        }
    }

    /// The figure's box in a pose, in the world.
    pub fn bounds_of(&self, take: &Take, pose: &Pose) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for point in points(take, pose) {
            bounds.include(self.world(point));
        }
        bounds
    }

    /// A point of the take in the world.
    pub fn world(&self, point: Vec3) -> Vec3 {
        self.world_from_take.transform_point3(point)
    }
}

/// The height of the ground in the file's unit.
///
/// Most takes have it at 0 and touch it within a few centimetres; others were never calibrated, and
/// stand on the lowest point that the figure comes back to.
fn floor(lows: &mut [f32], size: f32) -> f32 {
    lows.sort_by(f32::total_cmp);
    let Some(&low) = lows.get(lows.len() / 20) else {
        return 0.0;
    };
    if (-0.04 * size..=0.06 * size).contains(&low) {
        0.0
    } else {
        low
    }
}

/// Forwards is where left × up points, from the pairs of joints closest to the root: hips turn with
/// the body, hands do not.
fn facing(take: &Take, pose: &Pose, up: Quat) -> Vec3 {
    let skeleton = &take.skeleton;
    let sides = sides(skeleton);
    let partner = mirrored(skeleton, &sides);
    let at: Vec<Vec3> = skeleton
        .iter()
        .map(|(id, _)| up * pose.position(id))
        .collect();
    let mut depths = vec![0usize; sides.len()];
    let mut across = Vec3::ZERO;
    let mut nearest = usize::MAX;
    for (i, node) in skeleton.nodes().iter().enumerate() {
        depths[i] = node.parent.map_or(0, |p| depths[p.index()] + 1);
        let Some(other) = partner[i].filter(|_| sides[i] == Side::Left) else {
            continue;
        };
        let way = at[i] - at[other];
        if way.is_finite() && way.length_squared() > 0.0 && depths[i] < nearest {
            nearest = depths[i];
            across = way;
        }
    }
    let level = across.cross(Vec3::Y);
    let level = Vec3::new(level.x, 0.0, level.z);
    level.try_normalize().unwrap_or(Vec3::Z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_guessed_from_a_persons_height() {
        for (size, name) in [
            (1.7, "m"),
            (175.0, "cm"),
            (1800.0, "mm"),
            (68.0, "inch"),
            (30.5, "inch ÷ 0.45"),
            (1.3, "m"),
            (210.0, "cm"),
        ] {
            assert_eq!(Unit::guess(size).name, name, "{size}");
        }
        let far = Unit::guess(9.0);
        assert_eq!(far.name, "unknown");
        assert!((far.metres * 9.0 - 1.75).abs() < 1e-6);
    }

    #[test]
    fn the_floor_is_zero_unless_the_figure_never_comes_near_it() {
        assert_eq!(floor(&mut [3.0, 4.0, 5.0], 170.0), 0.0);
        assert_eq!(floor(&mut [-90.0, -88.0], 170.0), -90.0);
        assert_eq!(floor(&mut [], 170.0), 0.0);
    }
}
