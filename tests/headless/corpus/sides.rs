//! Left and right are found on every real skeleton, and lie where names say they do.

use std::collections::BTreeSet;

use glam::Vec3;
use rushes::evaluate::Pose;
use rushes::scene::{Side, mirrored, sides};
use rushes::take::Take;

use crate::support;

/// A real take, with its sides.
struct Sided {
    file: String,
    take: Take,
    sides: Vec<Side>,
    partner: Vec<Option<usize>>,
}

impl Sided {
    fn name(&self, node: usize) -> &str {
        &self.take.skeleton.nodes()[node].name
    }

    /// The pairs, left first.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let nodes = self.partner.iter().enumerate();
        let pairs = nodes.filter_map(|(i, other)| other.map(|other| [i, other]));
        pairs.filter(|p| self.sides[p[0]] == Side::Left).collect()
    }

    /// From right to left, as the pairs lie on average, and the middle of them; `None` without pairs.
    fn plane(&self, places: &[Vec3]) -> Option<(Vec3, Vec3)> {
        let pairs = self.pairs().into_iter();
        let seen: Vec<[Vec3; 2]> = pairs
            .map(|pair| pair.map(|node| places[node]))
            .filter(|pair| pair.iter().all(|at| at.is_finite()))
            .collect();
        let ways = seen.iter().map(|[l, r]| (l - r).normalize_or_zero());
        let middles = seen.iter().map(|[l, r]| l.midpoint(*r));
        let across = ways.sum::<Vec3>().try_normalize()?;
        Some((across, middles.sum::<Vec3>() / seen.len() as f32))
    }

    /// Where the nodes are: at rest, and for markers on the frame on which most of them are anywhere.
    fn places(&self) -> Vec<Vec3> {
        let seen = |frame: usize| -> Vec<Vec3> {
            let row = if self.take.is_of_markers() {
                self.take.row(frame)
            } else {
                self.take.skeleton.rest_row()
            };
            let pose = Pose::of(&self.take.skeleton, row);
            let nodes = self.take.skeleton.iter();
            nodes.map(|(id, _)| pose.position(id)).collect()
        };
        let count = |places: &[Vec3]| places.iter().filter(|at| at.is_finite()).count();
        let frames = 0..self.take.motion.frame_count().max(1);
        let frames = frames.step_by(1 + self.take.motion.frame_count() / 50);
        let best = frames.map(seen).max_by_key(|places| count(places));
        best.expect("a frame")
    }
}

/// Every take of the corpus that loads; `None` where it is not there.
fn all() -> Option<Vec<Sided>> {
    let corpus = support::corpus()?;
    let formats = ["bvh", "amc", "htr", "trc", "c3d", "csm"];
    let mut all = Vec::new();
    for format in ["bvh", "acclaim", "htr", "trc", "c3d", "csm"] {
        for path in support::files(&corpus.join(format), &formats) {
            let Ok(take) = support::input::Input::read(&path).load() else {
                continue;
            };
            let sides = sides(&take.skeleton);
            let partner = mirrored(&take.skeleton, &sides);
            let file = support::name(&path);
            all.push(Sided { file, take, sides, partner });
        }
    }
    assert!(all.len() >= 95, "only {} takes", all.len());
    Some(all)
}

/// The names that differ from a name in one sign of a side alone, in lower case.
fn other_side(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let mut others = Vec::new();
    for (at, _) in name.match_indices("left") {
        others.push(format!("{}right{}", &name[..at], &name[at + 4..]));
    }
    for (at, _) in name.match_indices('l') {
        others.push(format!("{}r{}", &name[..at], &name[at + 1..]));
    }
    others
}

#[test]
fn every_node_with_a_counterpart_by_name_is_paired() {
    let Some(all) = all() else { return };
    let mut pairs = 0;
    for sided in &all {
        let nodes = sided.take.skeleton.nodes();
        let place = |name: &str| nodes.iter().position(|n| n.name.to_lowercase() == name);
        for (i, node) in nodes.iter().enumerate() {
            let Some(other) = other_side(&node.name).iter().find_map(|n| place(n)) else {
                continue;
            };
            let of = format!("{}: {} and {}", sided.file, node.name, sided.name(other));
            let found = [sided.sides[i], sided.sides[other]];
            assert_eq!(found, [Side::Left, Side::Right], "{of}");
            let found = [sided.partner[i], sided.partner[other]];
            assert_eq!(found, [Some(other), Some(i)], "{of}");
            pairs += 1;
        }
    }
    assert!(pairs > 1200, "only {pairs} pairs");
}

/// Words of what has no side, where no word of a side stands beside them.
const MIDDLE: [&str; 14] = [
    "spine", "head", "neck", "root", "hips", "chest", "back", "thorax", "jaw", "sternum", "sacral",
    "clav", "strn", "pelvis",
];

#[test]
fn what_is_in_the_middle_of_the_body_has_no_side() {
    let Some(all) = all() else { return };
    let mut middle = 0;
    for sided in &all {
        for (node, side) in sided.sides.iter().enumerate() {
            let name = sided.name(node).to_lowercase();
            let name = name.rsplit(':').next().expect("a part");
            let is_middle = MIDDLE.iter().any(|word| name.starts_with(word))
                || name.ends_with("back")
                || name.ends_with("neck");
            let is_spine = ["c7", "t10", "t8", "l5"].contains(&name);
            if is_middle && !sided.sides[node].eq(&Side::Middle) {
                panic!("{}: {} is {side:?}", sided.file, sided.name(node));
            }
            assert!(!is_spine || *side == Side::Middle, "{}: {name}", sided.file);
            middle += usize::from(is_middle || is_spine);
        }
    }
    assert!(middle > 300, "only {middle} nodes");
}

/// Pairs that lie the wrong way round in their file.
const WRONG: [(&str, &str); 2] = [
    // Its collar bones cross: offsets of -2 and 2 cm on shoulders of 18 and -18 cm.
    ("pybvh--standard_skeleton.bvh", "LeftShoulder"),
    // These are on the wheels of a chair.
    ("kineticstoolkit--kinematics_racing_propulsion.c3d", "WheelchairRearL"),
];

/// Its rest pose stands askew, so that no plane parts it.
const ASKEW: &str = "ofxBvh--perfume.bvh";

#[test]
fn pairs_lie_on_both_sides_of_the_body() {
    let Some(all) = all() else { return };
    let (mut checked, mut wrong) = (0, BTreeSet::new());
    for sided in &all {
        let places = sided.places();
        let Some((across, middle)) = sided.plane(&places) else {
            continue;
        };
        for pair in sided.pairs() {
            let [l, r] = pair.map(|node| (places[node] - middle).dot(across));
            // Two joints in one place lie nowhere, and a gap has no place.
            let apart = places[pair[0]].distance(places[pair[1]]);
            if apart.is_nan() || apart < 1e-3 {
                continue;
            }
            checked += 1;
            // Markers move, and the body with them: what turns away from the plane only keeps its
            // order.
            let parts = sided.take.is_of_markers() || sided.file == ASKEW || (l > 0.0 && r < 0.0);
            if !(l > r && parts) {
                wrong.insert((sided.file.as_str(), sided.name(pair[0])));
            }
        }
    }
    assert_eq!(wrong, BTreeSet::from(WRONG));
    assert!(checked > 1100, "only {checked} pairs");
}

#[test]
fn left_is_where_a_body_has_it_that_looks_to_its_toes() {
    let Some(all) = all() else { return };
    let mut checked = 0;
    for sided in &all {
        let places = sided.places();
        let Some((across, _)) = sided.plane(&places) else {
            continue;
        };
        let middle_of = |words: &[&str]| {
            let named = (0..places.len()).filter(|&node| {
                let name = sided.name(node).to_lowercase();
                words.iter().any(|word| name.contains(word))
            });
            let seen: Vec<Vec3> = named.map(|n| places[n]).filter(|at| at.is_finite()).collect();
            seen.iter().sum::<Vec3>() / seen.len() as f32
        };
        let forwards = middle_of(&["toe"]) - middle_of(&["heel", "ankle", "foot"]);
        let mut up = Vec3::ZERO;
        up[sided.take.units.up.direction.axis.index()] = 1.0;
        let left = up.cross(forwards);
        if left.length() > 1e-3 {
            let agree = left.normalize().dot(across);
            assert!(agree > 0.75, "{}: {agree}", sided.file);
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} takes");
}
