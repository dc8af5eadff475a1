//! The subjects of a take: performers and props, told apart by what stands ahead of a colon in the names of
//! their nodes, or as trees of their own.

use std::collections::HashMap;

use crate::take::{NodeId, Skeleton};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subjects {
    names: Vec<String>,
    /// For each node, the index of its subject.
    of_nodes: Vec<Option<usize>>,
}

impl Subjects {
    /// The subjects of a skeleton, in the order of its nodes; none where there is one performer alone. A rigid
    /// body of a few markers makes no performer of them.
    pub fn new(skeleton: &Skeleton) -> Self {
        /// How many nodes a performer has at the least, and a prop beside performers.
        const MIN_PERFORMER: usize = 8;
        const MIN_PROP: usize = 3;
        // The keys with how many nodes they have, the index of each, and that of each node's key.
        let mut keys: Vec<(Key, usize)> = Vec::new();
        let mut indices: HashMap<Key, usize> = HashMap::new();
        let mut key_of: Vec<usize> = Vec::with_capacity(skeleton.nodes().len());
        for (id, node) in skeleton.iter() {
            let index = match (namespace(&node.name), node.parent) {
                (None, Some(parent)) => key_of[parent.index()],
                (namespace, _) => {
                    let key = namespace.map_or(Key::Tree(id), Key::Namespace);
                    *indices.entry(key).or_insert_with(|| {
                        keys.push((key, 0));
                        keys.len() - 1
                    })
                }
            };
            keys[index].1 += 1;
            key_of.push(index);
        }
        if keys.iter().filter(|(_, count)| *count >= MIN_PERFORMER).count() < 2 {
            return Self::default();
        }
        let mut names: Vec<String> = Vec::new();
        let subjects = keys.iter().map(|(key, count)| {
            let name = match key {
                // A number alone says nothing in a list.
                Key::Namespace(name) if name.bytes().all(|b| b.is_ascii_digit()) => {
                    format!("Subject {name}")
                }
                Key::Namespace(name) => name.to_string(),
                Key::Tree(root) => skeleton[*root].name.clone(),
            };
            (*count >= MIN_PROP).then(|| {
                names.push(name);
                names.len() - 1
            })
        });
        let subjects: Vec<Option<usize>> = subjects.collect();
        Self { of_nodes: key_of.into_iter().map(|key| subjects[key]).collect(), names }
    }

    /// Their names: `Walker`, `Subject 2`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whose a node is, as an index into the names; `None` for what belongs to nobody.
    pub fn of_node(&self, id: NodeId) -> Option<usize> {
        *self.of_nodes.get(id.index())?
    }
}

/// What the nodes of one subject have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key<'a> {
    Namespace(&'a str),
    /// A tree whose names have none.
    Tree(NodeId),
}

fn namespace(name: &str) -> Option<&str> {
    name.rsplit_once([':', '|']).map(|(namespace, _)| namespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    /// Whose each of some markers is: so many of each namespace.
    fn subjects(markers: &[(&str, usize)]) -> Subjects {
        let mut build = SkeletonBuilder::default();
        for (namespace, count) in markers {
            for i in 0..*count {
                build.node(format!("{namespace}{i}"), None).unwrap();
            }
        }
        Subjects::new(&build.finish())
    }

    #[test]
    fn two_performers_are_told_apart_and_one_with_rigid_bodies_is_one() {
        let two = subjects(&[("Anna:", 9), ("Ben:", 8), ("Wand:", 4), ("stray", 2)]);
        assert_eq!(two.names(), ["Anna", "Ben", "Wand"]);
        let found = [8, 9, 17, 21].map(|node| two.of_nodes[node]);
        assert_eq!(found, [Some(0), Some(1), Some(2), None]);
        assert_eq!(subjects(&[("1:", 9), ("2:", 9)]).names(), ["Subject 1", "Subject 2"]);
        for markers in [
            &[("Anna:", 40)][..],
            &[("Anna:", 40), ("Wand:", 5)],
            &[("ArmL:Marker", 4), ("ArmR:Marker", 4), ("Hip:Marker", 4)],
            &[("", 50)],
        ] {
            assert_eq!(subjects(markers), Subjects::default(), "{markers:?}");
        }
    }

    #[test]
    fn trees_without_namespaces_are_subjects_by_their_roots() {
        let mut build = SkeletonBuilder::default();
        for root in ["Hips", "Hips"] {
            let mut above = build.node(root, None).unwrap();
            for _ in 0..8 {
                above = build.node("bone", Some(above)).unwrap();
            }
        }
        let skeleton = build.finish();
        let two = Subjects::new(&skeleton);
        assert_eq!(two.names(), ["Hips", "Hips"]);
        let roots = skeleton.roots();
        assert_ne!(two.of_node(roots[0]), two.of_node(roots[1]));
    }
}
