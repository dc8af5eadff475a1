//! The metrics of takes: of what matches in two of them, and of one by itself.

use serde_json::{Value as Json, json};

use super::of_motion::skating;
use super::{Ground, MetricValue, Tracks, limit_excess, of_motion, of_pair};
use crate::evaluate::Point;
use crate::review::compare::{Alignment, CompareError, Comparison};
use crate::review::joint_name::joint_names;
use crate::scene::Stage;
use crate::take::{BodyPart, NodeId, Skeleton, Take, part_of};

/// The foot skating ratio of a take by itself; `None` where it has no feet that come near the floor.
pub fn foot_skating_ratio(take: &Take) -> Option<f64> {
    let feet = feet(&take.skeleton);
    if feet.is_empty() || take.picture.is_some() {
        return None;
    }
    let points = feet.iter().map(|&id| Point::Origin(id));
    let tracks = Tracks::of_points(take, &Stage::new(take).at_file_zero(), points);
    let places: Vec<usize> = (0..feet.len()).collect();
    skating(&tracks, Ground { floor: 0.0, feet: &places }).value
}

/// The joints of feet, by their names.
fn feet(skeleton: &Skeleton) -> Vec<NodeId> {
    let is_foot = |id: &NodeId| part_of(&skeleton[*id].name) == Some(BodyPart::Foot);
    skeleton.iter().map(|(id, _)| id).filter(is_foot).collect()
}

/// How far a take is from another one, and how plausible each is by itself.
#[derive(Clone, Debug)]
pub struct PairMetrics {
    /// Of the joints that match, by the names of A's.
    pub pair: Vec<MetricValue>,
    pub names: Vec<String>,
    /// Of A and of B.
    pub takes: [TakeMetrics; 2],
}

/// How plausible a take is by itself, with the names of its joints.
#[derive(Clone, Debug)]
pub struct TakeMetrics {
    pub values: Vec<MetricValue>,
    pub names: Vec<String>,
}

impl TakeMetrics {
    /// The floor is where the file has its height 0.
    pub fn new(take: &Take, stage: &Stage) -> Self {
        let stage = stage.at_file_zero();
        let nodes = take.skeleton.nodes();
        let feet: Vec<usize> = feet(&take.skeleton).into_iter().map(NodeId::index).collect();
        let bones = nodes
            .iter()
            .enumerate()
            .filter_map(|(joint, node)| Some([joint, node.parent()?.index()]));
        let bones: Vec<[usize; 2]> = bones.collect();
        let tracks = Tracks::of_take(take, &stage);
        let mut values = of_motion(&tracks, Ground { floor: 0.0, feet: &feet }, &bones);
        values.push(limit_excess(take));
        Self { values, names: nodes.iter().map(|node| node.name.clone()).collect() }
    }

    /// It for programs.
    pub fn object(&self) -> Json {
        objects(&self.values, &self.names)
    }
}

impl PairMetrics {
    /// Of two takes, with B brought to where A is.
    ///
    /// # Errors
    /// Where there is no pair of joints, or no moment in both, or more of them than memory for the result.
    pub fn new(comparison: &Comparison<'_>, alignment: &Alignment) -> Result<Self, CompareError> {
        let [a, b] = comparison.tracks(alignment)?;
        let pairs = &comparison.matching.pairs;
        let skeleton = &comparison.takes[0].skeleton;
        let joints: Vec<NodeId> = pairs.iter().map(|pair| pair[0]).collect();
        let pair = of_pair([&a, &b], root(comparison.takes[0], &joints), &bones(comparison));
        let takes = [0, 1].map(|i| TakeMetrics::new(comparison.takes[i], comparison.stages[i]));
        let names = joints.iter().map(|&joint| skeleton[joint].name.clone()).collect();
        Ok(Self { pair, names, takes })
    }

    /// It for programs.
    pub fn object(&self) -> Json {
        let [a, b] = self.takes.each_ref().map(TakeMetrics::object);
        json!({ "pair": objects(&self.pair, &self.names), "a": a, "b": b })
    }
}

fn objects(values: &[MetricValue], names: &[String]) -> Json {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    values.iter().map(|value| value.object(&names)).collect()
}

/// Which of some joints is the root of the figure: the hips by their name, or the first one; `None` for markers.
fn root(take: &Take, joints: &[NodeId]) -> Option<usize> {
    if take.is_of_markers() {
        return None;
    }
    let names = joint_names(&take.skeleton);
    let hips = joints.iter().position(|id| names[id.index()].part() == Some("hips"));
    hips.or_else(|| (!joints.is_empty()).then_some(0))
}

/// Each pair of joints with the one above it, where the next pair above is the same in both takes.
fn bones(comparison: &Comparison<'_>) -> Vec<[usize; 2]> {
    let pairs = &comparison.matching.pairs;
    let above = |pair: usize, side: usize| {
        let skeleton = &comparison.takes[side].skeleton;
        let parent = |id: &NodeId| skeleton[*id].parent();
        let mut above = std::iter::successors(parent(&pairs[pair][side]), parent);
        above.find_map(|id| pairs.iter().position(|pair| pair[side] == id))
    };
    let bone =
        |pair: usize| Some([pair, above(pair, 0).filter(|&of_a| above(pair, 1) == Some(of_a))?]);
    (0..pairs.len()).filter_map(bone).collect()
}
