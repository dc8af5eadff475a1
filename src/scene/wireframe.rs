//! How boxes and meshes are drawn: as thin lines and small dots under the bones.

use glam::{Affine3A, Vec3};

use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::Figure;
use super::theme_colours::{Rgba, mixed};
use crate::take::NodeId;

/// The edges of a box, as pairs of its corners; the bits of a corner's number are its sides.
#[rustfmt::skip]
const EDGES: [[usize; 2]; 12] = [
    [0, 1], [2, 3], [4, 5], [6, 7],
    [0, 2], [1, 3], [4, 6], [5, 7],
    [0, 4], [1, 5], [2, 6], [3, 7],
];

impl Figure<'_> {
    /// Adds the boxes and meshes that are to show: by thousands, in no order, below everything that is in order.
    pub(super) fn draw_wires(&self, style: FigureStyle, list: &mut DrawList) {
        let has_boxes = self.boxes && self.take.has_boxes();
        let has_meshes = self.meshes && !self.take.meshes.is_empty();
        if !has_boxes && !has_meshes {
            return;
        }
        let wire = list.palette.wire;
        let colour = |id: NodeId| self.node_colour(id).map_or(wire, |own| mixed(wire, own));
        let colours: Vec<Rgba> = self.take.skeleton.iter().map(|(id, _)| colour(id)).collect();
        if has_meshes {
            self.draw_meshes(style, &colours, list);
        }
        if has_boxes {
            self.draw_boxes(style, &colours, list);
        }
    }

    fn draw_boxes(&self, style: FigureStyle, colours: &[Rgba], list: &mut DrawList) {
        let skeleton = &self.take.skeleton;
        let row = self.take.row(self.frame);
        for (id, _) in skeleton.iter().filter(|(id, _)| !self.is_hidden(*id)) {
            let Some(size) = skeleton.size(id, row) else { continue };
            let corners = corners(self.stage.world_from_take * self.pose.global(id), size);
            if corners.iter().all(|corner| corner.is_finite()) {
                for edge in EDGES {
                    let ends = edge.map(|corner| corners[corner]);
                    list.add_wire(Stroke::line(ends, colours[id.index()], style.wire));
                }
            }
        }
    }

    fn draw_meshes(&self, style: FigureStyle, colours: &[Rgba], list: &mut DrawList) {
        for (i, mesh) in self.take.meshes.iter().enumerate() {
            let joints = self.parts.skin_joints(i);
            let points = self.pose.points(mesh, self.frame).into_iter();
            let points: Vec<Vec3> = points.map(|point| self.stage.world(point)).collect();
            let wire = list.palette.wire;
            let colour = |joint: Option<NodeId>| joint.map_or(wire, |node| colours[node.index()]);
            let shows = |point: usize| {
                points[point].is_finite() && !joints[point].is_some_and(|n| self.is_hidden(n))
            };
            for edge in mesh.edges() {
                let [from, to] = edge.map(|point| point as usize);
                if shows(from) && shows(to) {
                    let [r, g, b, _] = colour(joints[from]);
                    let faint = [r, g, b, MESH_OPACITY];
                    list.add_wire(Stroke::line([points[from], points[to]], faint, style.wire));
                }
            }
            if mesh.edges().is_empty() {
                for (point, &at) in points.iter().enumerate().filter(|(i, _)| shows(*i)) {
                    list.add_wire(Stroke::line([at; 2], colour(joints[point]), style.wire * DOT));
                }
            }
        }
    }
}

/// How opaque the lines of a mesh are: a body has thousands of them, and bones show through.
const MESH_OPACITY: u8 = 0x60;

/// How many lines wide the dots of a mesh without lines are.
const DOT: f32 = 2.5;

/// The corners of a box of a size around the origin of a frame.
fn corners(world_from_node: Affine3A, size: Vec3) -> [Vec3; 8] {
    std::array::from_fn(|i| {
        let side = |bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
        world_from_node.transform_point3(size * Vec3::new(side(1), side(2), side(4)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{Sample, at_rest, drawn};
    use crate::scene::{Stroke, ThemeColours};
    use crate::take::{Body, BoneEnd, Influence, Mesh, SkeletonBuilder};

    #[test]
    fn the_edges_of_a_box_are_its_sides() {
        let at = corners(Affine3A::from_translation(Vec3::X), Vec3::new(2.0, 4.0, 6.0));
        let mut lengths = EDGES.map(|[a, b]| at[a].distance(at[b]));
        lengths.sort_by(f32::total_cmp);
        let [short, middle, long] = [0, 4, 8].map(|i| &lengths[i..i + 4]);
        assert_eq!((short, middle, long), (&[2.0; 4][..], &[4.0; 4][..], &[6.0; 4][..]));
        let sum: Vec3 = at.iter().sum();
        assert_eq!(sum / 8.0, Vec3::X, "its middle is the node's origin");
    }

    /// A bone with a box, and a triangle of which the bone moves one point.
    fn sample() -> Sample {
        let mut build = SkeletonBuilder::default();
        let root = build.node("LeftLeg", None).unwrap();
        build.node_mut(root).body =
            Some(Box::new(Body { size: Some(Vec3::ONE), ..Body::default() }));
        build.bone(root, BoneEnd::Local(Vec3::Y));
        let mut take = at_rest(build);
        let influences = [(0, Some(root)), (1, None), (2, None)];
        let influences = influences.map(|(point, node)| Influence { point, node, weight: 1.0 });
        let mesh = |edges| {
            Mesh::new("skin", 3, influences.to_vec(), vec![Vec3::X, Vec3::Y, Vec3::Z], edges)
        };
        take.meshes = vec![mesh(vec![[0, 1], [1, 2]]), mesh(vec![])];
        Sample::from_take(take)
    }

    /// The thin strokes of a take, in the order in which they are painted.
    fn wires(sample: &Sample, [boxes, meshes]: [bool; 2], hidden: bool) -> Vec<Stroke> {
        let (list, style) = drawn(&Figure { hidden: &[hidden], boxes, meshes, ..sample.figure() });
        let strokes = list.strokes.into_iter();
        strokes.filter(|s| s.width <= DOT * style.wire && s.softness == 0.0).collect()
    }

    #[test]
    fn a_box_is_twelve_lines_in_a_shade_of_its_bone_and_hidden_with_it() {
        let sample = sample();
        let lines = wires(&sample, [true, false], false);
        assert_eq!(lines.len(), 12);
        let shade = mixed(ThemeColours::DARK.wire, ThemeColours::DARK.left);
        assert!(lines.iter().all(|line| line.colour == shade));
        assert!(wires(&sample, [true, false], true).is_empty());
        assert!(wires(&sample, [false, false], false).is_empty());
    }

    #[test]
    fn a_mesh_is_its_edges_or_its_points_without_those_that_hidden_nodes_move() {
        let sample = sample();
        let count = |hidden| wires(&sample, [false, true], hidden).len();
        assert_eq!(count(false), 2 + 3);
        assert_eq!(count(true), 1 + 2);
    }
}
