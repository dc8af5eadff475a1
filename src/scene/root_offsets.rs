//! Root offsets: the nodes between a root and the hips, which carry the figure and are no bones.

use crate::take::{BodyPart, NodeId, Skeleton, part_of};

/// For each node, whether it only carries the figure: a root above the hips, and what stands between
/// both. A bone drawn from there would be a pole from the floor, or from the middle of the room.
pub fn root_offsets(skeleton: &Skeleton) -> Vec<bool> {
    let mut is_offset = vec![false; skeleton.nodes().len()];
    // To read names takes time, and most roots have no single child.
    let mut has_leg = None;
    for &root in skeleton.roots() {
        let (above, at) = skeleton.stem(root);
        if above.is_empty() || skeleton[at].children.is_empty() {
            continue;
        }
        let has_leg = has_leg.get_or_insert_with(|| legs_below(skeleton));
        let legs = skeleton[at].children.iter().filter(|child| has_leg[child.index()]).count();
        let part = part_of(&skeleton[at].name);
        if legs >= 2 || matches!(part, Some(BodyPart::Hip | BodyPart::Pelvis)) {
            let carries = |id: &&NodeId| part_of(&skeleton[**id].name).is_none();
            for id in above.iter().filter(carries) {
                is_offset[id.index()] = true;
            }
        }
    }
    is_offset
}

/// For each node, whether it or one below it is a part of a leg.
fn legs_below(skeleton: &Skeleton) -> Vec<bool> {
    let is_leg = |name: &str| matches!(part_of(name), Some(BodyPart::Leg | BodyPart::Foot));
    let nodes = skeleton.nodes();
    let mut has_leg: Vec<bool> = nodes.iter().map(|node| is_leg(&node.name)).collect();
    // Children come after their parents.
    for (id, node) in nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            has_leg[parent.index()] |= has_leg[id];
        }
    }
    has_leg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    /// The names of the offsets in a tree of names and parents.
    fn offsets(nodes: &[(&str, Option<usize>)]) -> Vec<String> {
        let mut build = SkeletonBuilder::default();
        let mut ids = Vec::new();
        for (name, parent) in nodes {
            ids.push(build.node(*name, parent.map(|p| ids[p])).unwrap());
        }
        let skeleton = build.finish();
        let all = skeleton.nodes().iter().zip(root_offsets(&skeleton));
        all.filter(|(_, is_offset)| *is_offset).map(|(node, _)| node.name.clone()).collect()
    }

    #[test]
    fn what_only_carries_the_hips_is_an_offset() {
        let body = |hips: &'static str| {
            [
                ("Reference", None),
                ("Solving", Some(0)),
                (hips, Some(1)),
                ("Spine", Some(2)),
                ("LeftLeg", Some(2)),
                ("RightLeg", Some(2)),
            ]
        };
        assert_eq!(offsets(&body("Hips")), ["Reference", "Solving"]);
        assert_eq!(offsets(&body("b_root")), ["Reference", "Solving"]);
        let alone =
            [("Hips", None), ("Spine", Some(0)), ("LeftLeg", Some(0)), ("RightLeg", Some(0))];
        assert_eq!(offsets(&alone), [""; 0]);
    }

    #[test]
    fn arms_and_chains_are_bones_throughout() {
        let arm = [
            ("Shoulder", None),
            ("Elbow", Some(0)),
            ("Wrist", Some(1)),
            ("Thumb", Some(2)),
            ("Index", Some(2)),
        ];
        assert_eq!(offsets(&arm), [""; 0]);
        assert_eq!(offsets(&[("a", None), ("b", Some(0)), ("c", Some(1))]), [""; 0]);
    }
}
