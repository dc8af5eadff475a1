//! What a body weighs where, and with what it stands: the points that its centre of mass and its feet are made of.

use glam::Vec3;

use super::MeasureError;
use crate::evaluate::Point;
use crate::review::joint_name::{JointName, joint_names};
use crate::scene::Side;
use crate::take::{BodyPart, BoneEnd, NodeId, Skeleton, Take, part_of};

/// Points whose weighted mean is the centre of mass.
pub(super) struct Weights {
    pub points: Vec<Point>,
    /// Of each point; together 1.
    pub weights: Vec<f32>,
    /// Where the masses come from.
    pub source: &'static str,
}

/// A limb of the table: what part of the body's mass it is, the joints at its ends, how far along it its
/// centre of mass is.
struct Segment {
    mass: f64,
    from: &'static str,
    to: &'static str,
    centre: f64,
}

const fn segment(mass: f64, from: &'static str, to: &'static str, centre: f64) -> Segment {
    Segment { mass, from, to, centre }
}

const WINTER: &str = "Winter 2009, table 4.1";

/// Masses and centres of mass of the limbs of each side: D. A. Winter, *Biomechanics and Motor Control of
/// Human Movement*, 4th edition, Wiley 2009, table 4.1.
const LIMBS: [Segment; 6] = [
    segment(0.100, "thigh", "shin", 0.433),
    segment(0.0465, "shin", "foot", 0.433),
    segment(0.0145, "foot", "toe", 0.5),
    segment(0.028, "upperarm", "forearm", 0.436),
    segment(0.016, "forearm", "hand", 0.430),
    segment(0.006, "hand", "", 0.506),
];

/// The trunk, from the middle of the hips to the middle of the shoulders; of the same table.
const TRUNK: f64 = 0.497;
/// Head and neck, whose centre of mass is at the ear canal: about where the joint of the head is.
const HEAD: f64 = 0.081;

impl Weights {
    /// The weights that the file itself gives, or those of a standard body.
    ///
    /// # Errors
    /// Where the file has none, and names do not tell the joints of a body.
    pub fn for_take(take: &Take) -> Result<Self, MeasureError> {
        match take.mass().filter(|mass| *mass > 0.0) {
            Some(mass) => Ok(Self::from_file(take, mass)),
            None => Self::standard(&take.skeleton),
        }
    }

    fn none(source: &'static str) -> Self {
        Self { points: Vec::new(), weights: Vec::new(), source }
    }

    fn add(&mut self, point: Point, weight: f64) {
        self.points.push(point);
        self.weights.push(weight as f32);
    }

    /// Each mass is where the file says along its bone, or in the middle of it.
    fn from_file(take: &Take, whole_mass: f64) -> Self {
        let skeleton = &take.skeleton;
        let mut weights = Self::none("the file");
        for (id, node) in skeleton.iter() {
            let Some(mass) = node.mass() else { continue };
            let way = way_along(skeleton, id);
            let centre = mass.centre.map(|centre| way.normalize_or_zero() * centre as f32);
            weights.add(Point::End(id, centre.unwrap_or(way * 0.5)), mass.body / whole_mass);
        }
        weights
    }

    fn standard(skeleton: &Skeleton) -> Result<Self, MeasureError> {
        let names = joint_names(skeleton);
        let joint = |side: Side, part: &'static str| {
            let is_it = |name: &JointName| name.side == side && name.part() == Some(part);
            let found = skeleton.iter().zip(&names).find(|(_, name)| is_it(name));
            found.map(|((id, _), _)| id).ok_or(MeasureError::NoBody(part))
        };
        let mut weights = Self::none(WINTER);
        for side in [Side::Left, Side::Right] {
            for limb in &LIMBS {
                let from = joint(side, limb.from)?;
                // Not every hand has fingers, and not every foot toes: their bones end somewhere.
                let to = match (limb.from, joint(side, limb.to)) {
                    ("foot" | "hand", Err(_)) => Point::End(from, way_along(skeleton, from)),
                    (_, to) => Point::Origin(to?),
                };
                weights.add(Point::Origin(from), limb.mass * (1.0 - limb.centre));
                weights.add(to, limb.mass * limb.centre);
            }
            for part in ["thigh", "upperarm"] {
                weights.add(Point::Origin(joint(side, part)?), TRUNK / 4.0);
            }
        }
        weights.add(Point::Origin(joint(Side::Middle, "head")?), HEAD);
        Ok(weights)
    }
}

/// The way along a node's bone in the node's own frame; nothing where it has none.
fn way_along(skeleton: &Skeleton, id: NodeId) -> Vec3 {
    let bone = skeleton.bones().iter().find(|bone| bone.node == id);
    bone.map_or(Vec3::ZERO, |bone| match bone.end {
        BoneEnd::Local(end) => end,
        BoneEnd::Node(child) => skeleton[child].offset,
    })
}

/// The joints and markers of the feet, and the ends of their bones.
///
/// # Errors
/// Where no name tells them.
pub(super) fn feet(skeleton: &Skeleton) -> Result<Vec<Point>, MeasureError> {
    let is_foot = |id: NodeId| part_of(&skeleton[id].name) == Some(BodyPart::Foot);
    let joints = skeleton.iter().map(|(id, _)| id).filter(|&id| is_foot(id));
    let ends = skeleton.free_ends().filter(|&(node, _)| is_foot(node));
    let ends = ends.map(|(node, end)| Point::End(node, end));
    let points: Vec<Point> = joints.map(Point::Origin).chain(ends).collect();
    if points.is_empty() { Err(MeasureError::NoFeet) } else { Ok(points) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_weighs_a_whole_body() {
        let limbs: f64 = LIMBS.iter().map(|limb| limb.mass).sum();
        assert!((2.0 * limbs + TRUNK + HEAD - 1.0).abs() < 1e-12);
    }
}
