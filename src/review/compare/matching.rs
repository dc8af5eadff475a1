//! Which joint of one skeleton belongs to which of another, by their names.

use std::collections::HashMap;
use std::hash::Hash;

use crate::review::joint_name::{JointName, joint_named, joint_names};
use crate::take::{Node, NodeId, Skeleton};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matching {
    /// A's joint and B's, in the order of A's nodes; each joint at most once.
    pub pairs: Vec<[NodeId; 2]>,
    /// The joints of A, and those of B, that belong to none.
    pub unmatched: [Vec<NodeId>; 2],
}

impl Matching {
    /// Matches joints: those that `table` names come first, then those of the same name, then those whose
    /// names are the same without case, signs, namespaces, common prefixes and ways to write a side, then
    /// those whose names are words for the same joint, such as `Knee` and `Shin`.
    ///
    /// The table has a name of A and one of B in each row. A row that names no joint says nothing here: it
    /// may be there for other takes.
    pub fn by_names(skeletons: [&Skeleton; 2], table: &[[String; 2]]) -> Self {
        let mut search =
            Search { partners: skeletons.map(|skeleton| vec![None; skeleton.nodes().len()]) };
        for [a, b] in table {
            let ids = [joint_named(skeletons[0], a), joint_named(skeletons[1], b)];
            if let [Ok(a), Ok(b)] = ids {
                search.pair(a.index(), b.index());
            }
        }
        let names = skeletons.map(joint_names);
        // A shoulder in one skeleton may be another joint than that in the other.
        let whole = |of: usize| {
            let both = skeletons[of].nodes().iter().zip(&names[of]);
            let key = |(node, name): (&'_ Node, &'_ JointName)| {
                Some(((node.name.clone(), name.stem.clone()), None))
            };
            both.map(key).collect()
        };
        search.pair_by([whole(0), whole(1)]);
        let stems = |names: &[JointName]| -> Vec<_> {
            let key = |name: &JointName| Some(((name.side, name.stem.clone()), name.number));
            names.iter().map(key).collect()
        };
        search.pair_by(names.each_ref().map(|names| stems(names)));
        let parts = |names: &[JointName]| -> Vec<_> {
            let key = |name: &JointName| Some(((name.side, name.part()?), name.number));
            names.iter().map(key).collect()
        };
        search.pair_by(names.each_ref().map(|names| parts(names)));
        search.finish(skeletons)
    }

    /// A's joints with those of B that belong to them, for some of the pairs alone.
    pub fn only(&self, pairs: impl Fn([NodeId; 2]) -> bool) -> Self {
        let kept = self.pairs.iter().copied().filter(|&pair| pairs(pair));
        Self { pairs: kept.collect(), unmatched: self.unmatched.clone() }
    }
}

/// What a joint is told by: a name, with a number where it is one of several.
type Key<K> = Option<(K, Option<u32>)>;

/// The partner of each joint of A and of B, as far as it is found.
struct Search {
    partners: [Vec<Option<usize>>; 2],
}

impl Search {
    fn pair(&mut self, a: usize, b: usize) {
        let [ours, theirs] = &mut self.partners;
        if ours[a].is_none() && theirs[b].is_none() {
            (ours[a], theirs[b]) = (Some(b), Some(a));
        }
    }

    /// Pairs the joints of equal keys that have no partner yet. Joints that are counted differently, from 0
    /// or from 1, go together in their order where all of them are new and as many on both sides.
    fn pair_by<K: Hash + Eq>(&mut self, keys: [Vec<Key<K>>; 2]) {
        let groups = keys.map(|keys| {
            let mut groups: HashMap<K, Vec<(Option<u32>, usize)>> = HashMap::new();
            for (joint, key) in keys.into_iter().enumerate() {
                if let Some((key, number)) = key {
                    groups.entry(key).or_default().push((number, joint));
                }
            }
            groups.values_mut().for_each(|group| group.sort());
            groups
        });
        let [ours, mut theirs] = groups;
        for (key, group) in ours {
            let Some(other) = theirs.remove(&key) else {
                continue;
            };
            let is_new = |partners: &[Option<usize>], group: &[(Option<u32>, usize)]| {
                group.iter().all(|(_, joint)| partners[*joint].is_none())
            };
            let are_new = is_new(&self.partners[0], &group) && is_new(&self.partners[1], &other);
            if are_new && group.len() == other.len() {
                group.iter().zip(&other).for_each(|((_, a), (_, b))| self.pair(*a, *b));
                continue;
            }
            let mut numbered: HashMap<Option<u32>, Vec<usize>> = HashMap::new();
            for (number, joint) in other.into_iter().rev() {
                if self.partners[1][joint].is_none() {
                    numbered.entry(number).or_default().push(joint);
                }
            }
            for (number, joint) in group {
                if self.partners[0][joint].is_none()
                    && let Some(other) = numbered.get_mut(&number).and_then(Vec::pop)
                {
                    self.pair(joint, other);
                }
            }
        }
    }

    fn finish(self, skeletons: [&Skeleton; 2]) -> Matching {
        let ids = skeletons.map(|skeleton| skeleton.iter().map(|(id, _)| id).collect::<Vec<_>>());
        let partners = self.partners[0].iter().enumerate();
        let pairs = partners.filter_map(|(a, b)| Some([ids[0][a], ids[1][(*b)?]]));
        let free = |take: usize| {
            let all = ids[take].iter().zip(&self.partners[take]);
            all.filter(|(_, partner)| partner.is_none()).map(|(id, _)| *id).collect()
        };
        Matching { pairs: pairs.collect(), unmatched: [free(0), free(1)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    fn skeleton(names: &str) -> Skeleton {
        let mut build = SkeletonBuilder::default();
        let mut parent = None;
        for name in names.split_whitespace() {
            parent = Some(build.node(name, parent).unwrap());
        }
        build.finish()
    }

    /// The pairs by name, and what is left of both.
    fn matched(a: &str, b: &str, table: &[[&str; 2]]) -> (String, String) {
        let both = [skeleton(a), skeleton(b)];
        let table: Vec<[String; 2]> = table.iter().map(|row| row.map(String::from)).collect();
        let found = Matching::by_names(both.each_ref(), &table);
        let name = |take: usize, id: NodeId| both[take][id].name.as_str();
        let pairs = found.pairs.iter().map(|[a, b]| format!("{}={}", name(0, *a), name(1, *b)));
        let left = [0, 1].map(|take| {
            found.unmatched[take].iter().map(|id| name(take, *id)).collect::<Vec<_>>().join(" ")
        });
        (pairs.collect::<Vec<_>>().join(" "), left.join(" | "))
    }

    #[test]
    fn each_joint_is_matched_once_and_the_rest_is_listed() {
        let (pairs, left) =
            matched("Hips LeftArm Tail", "mixamorig:Hips mixamorig:LeftArm mixamorig:Wing", &[]);
        assert_eq!(pairs, "Hips=mixamorig:Hips LeftArm=mixamorig:LeftArm");
        assert_eq!(left, "Tail | mixamorig:Wing");
        let (pairs, left) = matched("a a b", "a b b", &[]);
        assert_eq!((pairs.as_str(), left.as_str()), ("a=a b=b", "a | b"));
    }

    #[test]
    fn sides_are_matched_however_they_are_written() {
        for b in ["Hips L_Arm R_Arm", "Hips arm.L arm.R", "Hips lArm rArm", "Hips Arm_l Arm_r"] {
            let (_, left) = matched("Hips LeftArm RightArm", b, &[]);
            assert_eq!(left, " | ", "{b}");
            let (pairs, _) = matched("RightArm LeftArm", b, &[]);
            let names: Vec<&str> = b.split(' ').collect();
            assert_eq!(pairs, format!("RightArm={} LeftArm={}", names[2], names[1]));
        }
    }

    #[test]
    fn numbers_that_begin_elsewhere_go_together_in_order() {
        let (pairs, _) = matched("Spine Spine1 Spine2", "spine_01 spine_02 spine_03", &[]);
        assert_eq!(pairs, "Spine=spine_01 Spine1=spine_02 Spine2=spine_03");
        // Where some names are the same, a number means the same.
        let (pairs, left) = matched("Spine Spine1 Spine2", "Spine1 Spine2 Spine3", &[]);
        assert_eq!(pairs, "Spine1=Spine1 Spine2=Spine2");
        assert_eq!(left, "Spine | Spine3");
        let (pairs, left) = matched("hum1 hum2 hum3", "Hum2 Hum3", &[]);
        assert_eq!((pairs.as_str(), left.as_str()), ("hum2=Hum2 hum3=Hum3", "hum1 | "));
    }

    #[test]
    fn a_shoulder_is_matched_with_the_joint_that_it_is() {
        let a = "Hips LeftShoulder LeftArm LeftForeArm LeftHand";
        let (pairs, left) = matched(a, "Hips LeftCollar LeftShoulder LeftElbow LeftWrist", &[]);
        let expected = "Hips=Hips LeftShoulder=LeftCollar LeftArm=LeftShoulder LeftForeArm=LeftElbow \
                        LeftHand=LeftWrist";
        assert_eq!((pairs.as_str(), left.as_str()), (expected, " | "));
    }

    #[test]
    fn a_table_mends_what_names_do_not_tell() {
        let table = [["Tail", "Wing"], ["Gone", "Wing"], ["hips", "Head"]];
        let (pairs, left) = matched("Hips Head Tail", "Hips Head Wing", &table);
        assert_eq!(pairs, "Hips=Head Tail=Wing");
        assert_eq!(left, "Head | Hips");
    }
}
