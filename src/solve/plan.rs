//! The plan of a skeleton: which joints a body's landmarks make, what hangs from what, and what tells the twist of each.
//!
//! It is made of landmarks alone, so that it is the same for every body. A landmark that a body lacks is the
//! middle of two that it has: the pelvis between the hips, the foot of the neck between the shoulders, the head
//! between the ears. A joint is where a bone begins: a body without collars gets two that begin where the
//! spine ends, so that each shoulder moves by itself.

use glam::DVec3;

use crate::known_bodies::{Landmark, Side};

/// A place that is known on each frame.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub landmark: Landmark,
    /// The two that it is in the middle of, where the body has no such landmark itself.
    pub middle_of: Option<[usize; 2]>,
    /// Where it is in a plain figure.
    pub plain: DVec3,
}

/// A joint of the skeleton to be.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub landmark: Landmark,
    /// Whether it stands where another joint does, so that what hangs from it moves by itself.
    pub is_added: bool,
    /// Where it is.
    pub point: usize,
    pub parent: Option<usize>,
    pub twist: Twist,
    /// What is left and what is up in it at rest, each from a point to a point.
    pub upright: Option<[[usize; 2]; 2]>,
}

/// What tells how a joint is turned about its bone.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Twist {
    /// Nothing: it is not twisted against its parent.
    None,
    /// Directions from point to point, which are this one at rest: their mean, by their weights.
    Along { rest: DVec3, ways: Vec<([usize; 2], f64)> },
    /// Where the bone behind it bends to, which is this direction at rest.
    Hinge { rest: DVec3, bone: [usize; 2] },
}

/// The joints of a figure, each behind its parent, over points of which the first are those of the body.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub points: Vec<Point>,
    pub joints: Vec<Joint>,
}

/// What each landmark hangs from: the first of these that there is. A joint is ahead of what hangs from it.
const PARENTS: &[(&str, &str)] = &[
    ("pelvis", ""),
    ("hip", "pelvis"),
    ("knee", "hip"),
    ("ankle", "knee"),
    ("heel", "ankle"),
    ("foot", "ankle"),
    ("toe", "foot ankle"),
    ("small_toe", "foot ankle"),
    ("spine1", "pelvis"),
    ("spine2", "spine1 pelvis"),
    ("spine3", "spine2 spine1 pelvis"),
    ("thorax", "spine3 spine2 spine1 pelvis"),
    ("collar", "thorax spine3 spine2 spine1 neck"),
    ("shoulder", "collar thorax spine3 spine2 spine1 neck"),
    ("elbow", "shoulder"),
    ("wrist", "elbow"),
    ("hand", "wrist"),
    ("hand_root", "wrist"),
    ("handtip", "hand wrist"),
    ("thumb", "wrist"),
    ("index", "wrist"),
    ("pinky", "wrist"),
    ("thumb1", "wrist hand_root"),
    ("thumb2", "thumb1 wrist"),
    ("thumb3", "thumb2"),
    ("thumb4", "thumb3"),
    ("index1", "wrist hand_root"),
    ("index2", "index1"),
    ("index3", "index2"),
    ("index4", "index3"),
    ("middle1", "wrist hand_root"),
    ("middle2", "middle1"),
    ("middle3", "middle2"),
    ("middle4", "middle3"),
    ("ring1", "wrist hand_root"),
    ("ring2", "ring1"),
    ("ring3", "ring2"),
    ("ring4", "ring3"),
    ("pinky1", "wrist hand_root"),
    ("pinky2", "pinky1"),
    ("pinky3", "pinky2"),
    ("pinky4", "pinky3"),
    ("neck", "thorax spine3 spine2 spine1 pelvis"),
    ("head", "neck thorax spine3"),
    ("crown", "head neck thorax spine3"),
    ("nose", "head neck thorax spine3"),
    ("eye_inner", "head neck thorax spine3"),
    ("eye", "head neck thorax spine3"),
    ("eye_outer", "head neck thorax spine3"),
    ("ear", "head neck thorax spine3"),
    ("jaw", "head neck thorax spine3"),
    ("mouth", "head neck thorax spine3"),
];

/// What a figure may hang from as a whole.
const ROOTS: [&str; 3] = ["pelvis", "wrist", "hand_root"];

impl Plan {
    /// The skeleton of a body with these landmarks; `None` where they are no body that has one.
    pub fn new(landmarks: impl Iterator<Item = Landmark>) -> Option<Self> {
        let point =
            |landmark: Landmark| Point { landmark, middle_of: None, plain: landmark.position() };
        let points = landmarks.map(point);
        let mut plan = Self { points: points.collect(), joints: Vec::new() };
        plan.add_middles();
        plan.add_joints()?;
        plan.add_twists();
        Some(plan)
    }

    /// The point of a landmark.
    pub fn point(&self, word: &str, side: Side) -> Option<usize> {
        self.points.iter().position(|p| p.landmark.word == word && p.landmark.side == side)
    }

    /// Those of a landmark on the right and on the left.
    pub fn pair(&self, word: &str) -> Option<[usize; 2]> {
        Some([self.point(word, Side::Right)?, self.point(word, Side::Left)?])
    }

    /// The joint of a landmark that stands for itself.
    pub fn joint(&self, word: &str, side: Side) -> Option<usize> {
        let is_it = |j: &Joint| !j.is_added && j.landmark.word == word && j.landmark.side == side;
        self.joints.iter().position(is_it)
    }

    /// How far apart its points are at the most in a plain figure at rest.
    pub fn plain_size(&self) -> f64 {
        let places = self.points.iter().map(|point| point.plain).filter(|place| place.is_finite());
        let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = places.fold(none, |(low, high), at| (low.min(at), high.max(at)));
        (high - low).length()
    }

    pub fn children(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.joints.len()).filter(move |&child| self.joints[child].parent == Some(joint))
    }

    /// The joint that collars hang from, or shoulders.
    pub fn chest(&self) -> Option<usize> {
        let is_collar = |j: &&Joint| j.landmark.word == "collar" && j.landmark.side == Side::Left;
        self.joints.iter().find(is_collar)?.parent
    }

    fn has(&self, word: &str) -> bool {
        self.points.iter().any(|point| point.landmark.word == word)
    }

    fn add_middles(&mut self) {
        let has_neck = ["thorax", "neck", "collar"].iter().any(|word| self.has(word));
        for (word, of, is_missing) in [
            ("pelvis", "hip", !self.has("pelvis")),
            ("thorax", "shoulder", !has_neck),
            ("head", "ear", !self.has("head")),
        ] {
            if let Some(pair) = self.pair(of).filter(|_| is_missing) {
                let [right, left] = pair.map(|point| self.points[point].plain);
                self.points.push(Point {
                    landmark: Landmark { word, side: Side::Middle },
                    middle_of: Some(pair),
                    plain: 0.5 * (right + left),
                });
            }
        }
    }

    fn add_joints(&mut self) -> Option<()> {
        let root = ROOTS
            .iter()
            .find_map(|word| self.points.iter().position(|p| p.landmark.word == *word))?;
        self.push(root, None, false);
        for &(word, _) in PARENTS {
            for side in [Side::Middle, Side::Left, Side::Right] {
                let found = self.point(word, side).filter(|&point| point != root);
                let Some(point) = found else { continue };
                // What hangs from nothing, as an eye without a head, has no bone.
                let Some(parent) = self.parent_of(word, side) else { continue };
                let parent = if word == "shoulder" { self.collar(parent, side) } else { parent };
                self.push(point, Some(parent), false);
            }
        }
        (self.joints.len() > 2).then_some(())
    }

    /// The joint that a landmark hangs from.
    fn parent_of(&self, word: &str, side: Side) -> Option<usize> {
        let (_, parents) = PARENTS.iter().find(|(own, _)| *own == word)?;
        let mut first = None;
        for parent in parents.split(' ') {
            first = first.or(Some(parent));
            if let Some(found) =
                self.joint(parent, side).or_else(|| self.joint(parent, Side::Middle))
            {
                return Some(found);
            }
        }
        // A body may leave one out, as a wrist.
        first.filter(|word| !word.is_empty()).and_then(|word| self.parent_of(word, side))
    }

    /// A joint for a shoulder to hang from: its collar, or one where the joint is that it would hang from.
    fn collar(&mut self, parent: usize, side: Side) -> usize {
        let Joint { landmark, point, parent: above, .. } = self.joints[parent];
        if landmark.word == "collar" {
            return parent;
        }
        // What is above the chest moves with the head; the bone that leads there is the chest.
        let chest = match above.filter(|_| ["thorax", "neck"].contains(&landmark.word)) {
            Some(pelvis) if self.joints[pelvis].parent.is_none() => self.split(parent),
            Some(spine) => spine,
            None => parent,
        };
        self.joints.push(Joint {
            landmark: Landmark { word: "collar", side },
            is_added: true,
            point,
            parent: Some(chest),
            twist: Twist::None,
            upright: None,
        });
        self.joints.len() - 1
    }

    fn push(&mut self, point: usize, parent: Option<usize>, is_added: bool) {
        let landmark = self.points[point].landmark;
        self.joints.push(Joint {
            landmark,
            is_added,
            point,
            parent,
            twist: Twist::None,
            upright: None,
        });
    }

    /// Adds a joint where the parent of one is, between both, so that it moves by itself. Joints behind it
    /// move up by one.
    pub fn split(&mut self, joint: usize) -> usize {
        let parent = self.joints[joint].parent.expect("a root hangs from nothing");
        let added = Joint {
            is_added: true,
            point: self.joints[parent].point,
            twist: Twist::None,
            upright: None,
            ..self.joints[joint].clone()
        };
        self.joints.insert(joint, added);
        for other in &mut self.joints[joint + 1..] {
            if other.parent.is_some_and(|parent| parent >= joint) {
                other.parent = other.parent.map(|parent| parent + 1);
            }
        }
        self.joints[joint + 1].parent = Some(joint);
        joint
    }

    /// Says what tells the twist of each joint.
    pub fn add_twists(&mut self) {
        let hips = self.pair("hip");
        let shoulders = self.pair("shoulder").or_else(|| self.pair("collar"));
        let ears = self.pair("ear").or_else(|| self.pair("eye"));
        let chest = self.chest();
        let top = ["neck", "thorax", "spine3", "spine2", "spine1"];
        let top = top.iter().find_map(|word| self.point(word, Side::Middle));
        let spine: Vec<usize> = chest.map_or(Vec::new(), |chest| self.up_to(chest));
        let trunk = self.joints[0].point;
        for joint in 0..self.joints.len() {
            let Joint { landmark: Landmark { word, side }, point, .. } = self.joints[joint];
            let ahead = DVec3::Z;
            let hinge = |plan: &Self, joint: usize, rest: DVec3| {
                let next = plan.children(joint).next()?;
                let last = plan
                    .children(next)
                    .find(|&last| plan.joints[last].point != plan.joints[next].point)?;
                let bone = [plan.joints[next].point, plan.joints[last].point];
                Some(Twist::Hinge { rest, bone })
            };
            let sideways = |ways: [(Option<[usize; 2]>, f64); 2]| {
                let known = ways.into_iter().filter_map(|(way, weight)| Some((way?, weight)));
                let ways: Vec<_> = known.filter(|(_, weight)| *weight > 0.0).collect();
                (!ways.is_empty()).then_some(Twist::Along { rest: DVec3::X, ways })
            };
            let place = spine.iter().position(|&other| other == joint);
            let twist = match (word, place) {
                ("pelvis", None) if self.joints[joint].parent.is_none() => {
                    top.map(|top| Twist::Along { rest: DVec3::Y, ways: vec![([point, top], 1.0)] })
                }
                (_, Some(place)) => {
                    // From the hips to the shoulders by and by.
                    let part = (place + 1) as f64 / spine.len() as f64;
                    sideways([(hips.filter(|_| part < 1.0), 1.0 - part), (shoulders, part)])
                }
                ("thorax" | "neck", None) => sideways([(shoulders, 0.5), (ears, 0.5)]),
                ("hip", None) if !self.joints[joint].is_added => hinge(self, joint, -ahead),
                ("shoulder", None) if side != Side::Middle => hinge(self, joint, ahead),
                _ => None,
            };
            self.joints[joint].twist = twist.unwrap_or(Twist::None);
            let has_collars = Some(joint) == chest && self.pair("collar").is_some();
            self.joints[joint].upright = if joint == 0 {
                hips.zip(top).map(|(hips, top)| [hips, [point, top]])
            } else {
                shoulders.zip(top).filter(|_| has_collars).map(|(sides, top)| [sides, [trunk, top]])
            };
        }
    }

    /// The joints from below the root up to one.
    fn up_to(&self, joint: usize) -> Vec<usize> {
        let mut chain = vec![joint];
        while let Some(parent) = self.joints[chain[0]].parent {
            chain.insert(0, parent);
        }
        chain.remove(0);
        chain
    }
}
