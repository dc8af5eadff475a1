//! A known body: what is read out of its row of the table, and where its landmarks are in a plain figure.

use glam::DVec3;

#[derive(Debug)]
pub(crate) struct KnownBody {
    pub name: &'static str,
    /// As the table has them.
    pub(super) joints: &'static str,
    pub(super) bones: &'static str,
}

impl KnownBody {
    pub fn len(&self) -> usize {
        self.joints.split(' ').count()
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.words().map(|(name, _)| name)
    }

    /// Where each joint is in a plain figure 1.7 m tall, in metres: X to its left, Y up, Z ahead.
    pub fn positions(&self) -> impl Iterator<Item = DVec3> {
        self.words().map(|(_, landmark)| landmark_position(landmark))
    }

    /// Its bones, each from one joint to another, by their places among all.
    pub fn bones(&self) -> impl Iterator<Item = [usize; 2]> {
        self.bones.split(' ').flat_map(|chain| {
            let joint = |word: &str| word.parse().unwrap_or(usize::MAX);
            let ends = chain.split('-').zip(chain.split('-').skip(1));
            ends.map(move |(from, to)| [from, to].map(joint))
        })
    }

    /// The parent of each joint, where its bones are a tree from its first joint on and each stands behind its parent.
    pub fn parents(&self) -> Option<Vec<Option<usize>>> {
        let mut parents = vec![None; self.len()];
        for [from, to] in self.bones() {
            if from >= to || parents[to].replace(from).is_some() {
                return None;
            }
        }
        parents[1..].iter().all(Option::is_some).then_some(parents)
    }

    fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.joints.split(' ').map(|word| word.split_once('=').unwrap_or((word, word)))
    }
}

/// Where what joints are stands in a plain figure 1.7 m tall with its arms held out: on the left or in the
/// middle, in metres, X to its left, Y up, Z ahead.
const LANDMARKS: [(&str, [f64; 3]); 50] = [
    ("pelvis", [0.0, 0.95, 0.0]),
    ("spine1", [0.0, 1.06, 0.0]),
    ("spine2", [0.0, 1.19, 0.0]),
    ("spine3", [0.0, 1.27, 0.0]),
    ("thorax", [0.0, 1.42, 0.0]),
    ("neck", [0.0, 1.47, 0.0]),
    ("head", [0.0, 1.56, 0.02]),
    ("crown", [0.0, 1.7, 0.02]),
    ("nose", [0.0, 1.6, 0.12]),
    ("eye_inner", [0.015, 1.63, 0.1]),
    ("eye", [0.03, 1.63, 0.09]),
    ("eye_outer", [0.045, 1.63, 0.08]),
    ("ear", [0.075, 1.61, 0.0]),
    ("mouth", [0.025, 1.55, 0.09]),
    ("collar", [0.07, 1.4, 0.0]),
    ("shoulder", [0.18, 1.41, 0.0]),
    ("elbow", [0.46, 1.41, 0.0]),
    ("wrist", [0.71, 1.41, 0.0]),
    ("hand", [0.8, 1.41, 0.0]),
    ("handtip", [0.88, 1.41, 0.0]),
    ("thumb", [0.77, 1.39, 0.05]),
    ("index", [0.8, 1.41, 0.03]),
    ("pinky", [0.79, 1.41, -0.04]),
    ("hip", [0.09, 0.9, 0.0]),
    ("knee", [0.09, 0.48, 0.0]),
    ("ankle", [0.09, 0.07, 0.0]),
    ("heel", [0.09, 0.02, -0.05]),
    ("foot", [0.09, 0.02, 0.13]),
    ("toe", [0.08, 0.02, 0.18]),
    ("small_toe", [0.14, 0.02, 0.14]),
    ("thumb1", [0.74, 1.4, 0.03]),
    ("thumb2", [0.77, 1.39, 0.05]),
    ("thumb3", [0.8, 1.39, 0.06]),
    ("thumb4", [0.825, 1.39, 0.07]),
    ("index1", [0.8, 1.41, 0.03]),
    ("index2", [0.84, 1.41, 0.03]),
    ("index3", [0.865, 1.41, 0.03]),
    ("index4", [0.885, 1.41, 0.03]),
    ("middle1", [0.805, 1.41, 0.005]),
    ("middle2", [0.85, 1.41, 0.005]),
    ("middle3", [0.88, 1.41, 0.005]),
    ("middle4", [0.9, 1.41, 0.005]),
    ("ring1", [0.8, 1.41, -0.02]),
    ("ring2", [0.84, 1.41, -0.02]),
    ("ring3", [0.87, 1.41, -0.02]),
    ("ring4", [0.89, 1.41, -0.02]),
    ("pinky1", [0.79, 1.41, -0.04]),
    ("pinky2", [0.82, 1.41, -0.04]),
    ("pinky3", [0.84, 1.41, -0.04]),
    ("pinky4", [0.855, 1.41, -0.04]),
];

/// Where a landmark is: `elbow+` on the left, `elbow-` on the right, `nose` in the middle. Not a number where
/// there is none of that name.
fn landmark_position(landmark: &str) -> DVec3 {
    let side_less = landmark.trim_end_matches(['+', '-']);
    let found = LANDMARKS.iter().find(|(name, _)| *name == side_less);
    let position = found.map_or(DVec3::NAN, |&(_, position)| DVec3::from(position));
    if landmark.ends_with('-') { position.with_x(-position.x) } else { position }
}
