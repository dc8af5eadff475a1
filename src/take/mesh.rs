//! Meshes that move with the nodes: rigid skins, weighted vertices, and vertices baked frame by frame.

use glam::Vec3;

use serde::{Deserialize, Serialize};

use super::NodeId;

/// Points, and the lines between them, that follow the nodes of a take.
///
/// A point is the sum over its influences of `weight · G(node) · place`, with the node's global transform G on that
/// frame and the influence's place in the node's frame. One influence of weight 1 is a rigid skin, several are a
/// weighted one, and places that change from frame to frame are vertices that the exporter baked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    name: String,
    points: usize,
    influences: Vec<Influence>,
    places: Vec<Vec3>,
    edges: Vec<[u32; 2]>,
}

/// The share that one node has in one point of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Influence {
    /// Which point.
    pub point: u32,
    /// Which node; `None` where places are in the world.
    pub node: Option<NodeId>,
    /// How much; those of a point add up to 1 in a sound file.
    pub weight: f32,
}

impl Mesh {
    /// A mesh of `points` points. `places` has a place for each of the influences, in their order,
    /// and that either once, for every frame, or once for each frame of the motion.
    ///
    /// # Panics
    /// Where `places` is not whole rows of influences, or an influence or edge is of no point: those
    /// are mistakes of the loader, never of a file.
    pub fn new(
        name: impl Into<String>,
        points: usize,
        influences: Vec<Influence>,
        places: Vec<Vec3>,
        edges: Vec<[u32; 2]>,
    ) -> Self {
        let is_point = |point: u32| (point as usize) < points;
        assert!(influences.iter().all(|i| is_point(i.point)), "of a point");
        assert!(edges.iter().flatten().all(|&p| is_point(p)), "of two points");
        let has_places = match influences.len() {
            0 => places.is_empty(),
            count => !places.is_empty() && places.len().is_multiple_of(count),
        };
        assert!(has_places, "every influence has its place");
        Self { name: name.into(), points, influences, places, edges }
    }

    /// As lists show it: a file's name, or what the format calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many points there are.
    pub fn point_count(&self) -> usize {
        self.points
    }

    /// Which nodes move which points.
    pub fn influences(&self) -> &[Influence] {
        &self.influences
    }

    /// The places of all influences on a frame, in their order. A mesh whose places do not change
    /// has the same on every frame.
    pub fn places(&self, frame: usize) -> &[Vec3] {
        let count = self.influences.len();
        let rows = self.places.len() / count.max(1);
        let row = frame.min(rows.saturating_sub(1));
        &self.places[row * count..][..count]
    }

    /// Pairs of points between which a line is drawn; none for a mesh that is drawn as points.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: Influence = Influence { point: 0, node: None, weight: 1.0 };

    #[test]
    fn places_are_either_the_same_on_every_frame_or_its_own() {
        assert_eq!(Mesh::new("skin", 1, vec![SHARE], vec![Vec3::X], vec![]).places(7), [Vec3::X]);
        let baked = Mesh::new("mesh", 1, vec![SHARE], vec![Vec3::X, Vec3::Y], vec![]);
        assert_eq!(baked.places(1), [Vec3::Y]);
        assert!(Mesh::new("none", 0, vec![], vec![], vec![]).places(3).is_empty());
    }

    #[test]
    #[should_panic(expected = "of two points")]
    fn an_edge_to_nowhere_is_a_mistake_of_the_loader() {
        Mesh::new("skin", 1, vec![SHARE], vec![Vec3::X], vec![[0, 1]]);
    }
}
