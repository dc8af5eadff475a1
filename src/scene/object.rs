//! Objects on bones: where they are, and how they are drawn, as lines or as lit surfaces.

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Affine3A, Mat3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{Corner, DrawList, Stroke};
use super::figure::Figure;
use super::theme_colours::{Rgba, mixed};
use crate::take::{NodeId, Object};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObjectStyle {
    Wire,
    #[default]
    Solid,
}

/// Where an object is in the frame of its bone, and what it is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObjectPlacement {
    /// From the bone's joint to the object's origin along the axes of the joint, in metres.
    pub position: [f32; 3],
    /// Degrees about X, then Y, then Z.
    pub rotation: [f32; 3],
    /// Metres in one unit of the object.
    pub scale: f32,
    pub style: ObjectStyle,
}

impl Default for ObjectPlacement {
    fn default() -> Self {
        Self { position: [0.0; 3], rotation: [0.0; 3], scale: 1.0, style: ObjectStyle::default() }
    }
}

/// An object on a bone of an open take.
#[derive(Clone, Debug)]
pub struct AttachedObject {
    /// The joint whose bone takes it along.
    pub node: NodeId,
    pub file: PathBuf,
    pub placement: ObjectPlacement,
    /// Its surface; `None` where its file could not be read, or as long as it was not.
    pub object: Option<Arc<Object>>,
}

/// Surfaces are not compared: they are large, and nothing in the window changes that of a file.
impl PartialEq for AttachedObject {
    fn eq(&self, other: &Self) -> bool {
        (self.node, &self.file, &self.placement, self.object.is_some())
            == (other.node, &other.file, &other.placement, other.object.is_some())
    }
}

impl ObjectPlacement {
    /// An object as large as it says, or in centimetres or millimetres if that is too large for such a figure.
    pub fn fitting(object: &Object, figure: f32) -> Self {
        /// How many figures high anything is that a figure carries.
        const MAX_FIGURES: f32 = 4.0;
        let fits = |scale: &f32| object.size() * scale <= MAX_FIGURES * figure;
        let scale = [1.0, 0.01, 0.001].into_iter().find(fits).unwrap_or(1.0);
        Self { scale, ..Self::default() }
    }

    fn joint_from_object(&self) -> Affine3A {
        let [x, y, z] = self.rotation.map(f32::to_radians);
        let turn = Quat::from_rotation_z(z) * Quat::from_rotation_y(y) * Quat::from_rotation_x(x);
        Affine3A::from_scale_rotation_translation(
            Vec3::splat(self.scale),
            turn,
            self.position.into(),
        )
    }
}

impl Figure<'_> {
    /// From an object on a node to the world. Scales of the take are left out: the object has its own.
    /// `None` where the node is nowhere on this frame.
    fn world_from_object(&self, node: NodeId, placement: &ObjectPlacement) -> Option<Affine3A> {
        let joint = self.stage.world_from_take * self.pose.global(node);
        let m = joint.matrix3;
        let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(|axis| axis.normalize_or_zero());
        let rigid = Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: joint.translation };
        let world = rigid * placement.joint_from_object();
        world.is_finite().then_some(world)
    }

    pub fn draw_object(
        &self,
        node: NodeId,
        object: &Object,
        placement: &ObjectPlacement,
        camera: &Camera,
        style: FigureStyle,
        list: &mut DrawList,
    ) {
        let Some(world) = self.world_from_object(node, placement) else { return };
        if self.is_hidden(node) {
            return;
        }
        let wire = list.palette.wire;
        let colour = self.node_colour(node).map_or(wire, |own| mixed(wire, own));
        let points: Vec<Vec3> =
            object.points().iter().map(|&at| world.transform_point3(at)).collect();
        match placement.style {
            ObjectStyle::Wire => {
                for ends in object.lines() {
                    let ends = ends.map(|end| points[end as usize]);
                    list.add_wire(Stroke::line(ends, colour, style.wire));
                }
            }
            ObjectStyle::Solid => draw_surface(object, &points, colour, camera, style, list),
        }
    }
}

/// Adds the triangles of an object, and its outline: triangles alone have ragged edges.
fn draw_surface(
    object: &Object,
    points: &[Vec3],
    colour: Rgba,
    camera: &Camera,
    style: FigureStyle,
    list: &mut DrawList,
) {
    /// How much nearer to the eye the outline is than what it is of, in parts of its distance.
    const OUTLINE_OFFSET: f32 = 0.002;
    let mut sides: Vec<(bool, Rgba)> = Vec::with_capacity(object.triangles().len());
    for triangle in object.triangles() {
        let corners = triangle.map(|corner| points[corner as usize]);
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let is_front = normal.dot(camera.sight_to(a)) < 0.0;
        // What is seen from behind is lit as if that were its front: many files turn faces either way.
        let lit = lit(colour, if is_front { normal } else { -normal }, list.light);
        sides.push((is_front, lit));
        list.add_triangle(corners.map(|at| Corner { at: at.to_array(), colour: lit }));
    }
    for fold in object.folds() {
        let [one, other] = fold.triangles;
        let [one_side, other_side] = [one, other].map(|side| sides[side as usize]);
        if one == other || one_side.0 != other_side.0 {
            let colour = if one_side.0 { one_side.1 } else { other_side.1 };
            let nearer = |at: Vec3| at - camera.sight_to(at) * OUTLINE_OFFSET;
            let ends = fold.points.map(|end| nearer(points[end as usize]));
            let depth = camera.depth(ends[0].midpoint(ends[1]));
            list.add_at_depth(depth, Stroke::line(ends, colour, style.wire));
        }
    }
}

/// A colour on a surface, as the solids of figures are lit.
fn lit([r, g, b, a]: Rgba, normal: Vec3, light: Vec3) -> Rgba {
    let sky = 0.5 + 0.5 * normal.y;
    let head = (normal.dot(light) * 0.88 + 0.12).max(0.0);
    let bright = 0.38 + 0.18 * sky + 0.52 * head;
    let [r, g, b] = [r, g, b].map(|part| (f32::from(part) * bright).min(255.0) as u8);
    [r, g, b, a]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{Sample, list_of};

    fn tetrahedron(size: f32) -> Object {
        let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|at| at * size);
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        Object::new("tetrahedron.obj", points.to_vec(), faces)
    }

    fn drawn(placement: &ObjectPlacement, hidden: bool) -> DrawList {
        let mut sample = Sample::new();
        let knee = sample.take.skeleton.find("LeftKnee").expect("a knee");
        sample.hidden[knee.index()] = hidden;
        let camera = Camera::default();
        list_of(&camera, |style, list| {
            sample.figure().draw_object(knee, &tetrahedron(1.0), placement, &camera, style, list);
        })
    }

    #[test]
    fn an_object_is_scaled_turned_and_moved_in_the_frame_of_its_joint() {
        let placement = ObjectPlacement {
            position: [0.1, 0.2, 0.3],
            rotation: [90.0, 0.0, 90.0],
            scale: 0.5,
            style: ObjectStyle::Wire,
        };
        let list = drawn(&placement, false);
        assert_eq!(list.strokes.len(), 6);
        let ends = list.strokes.iter().flat_map(|stroke| [stroke.from, stroke.to]);
        let ends: Vec<Vec3> = ends.map(Vec3::from).collect();
        // The knee is at (0, 0.5, 0); X is turned to Y, Y by X to Z, and Z to -Y and then to X.
        for place in [
            Vec3::new(0.1, 0.7, 0.3),
            Vec3::new(0.1, 1.2, 0.3),
            Vec3::new(0.1, 0.7, 0.8),
            Vec3::new(0.6, 0.7, 0.3),
        ] {
            assert!(ends.iter().any(|end| end.distance(place) < 1e-5), "{place}");
        }
    }

    #[test]
    fn a_solid_has_its_triangles_and_an_outline_and_a_hidden_bone_takes_it_along() {
        let list = drawn(&ObjectPlacement::default(), false);
        assert_eq!(list.triangles.len(), 12);
        // From where the camera looks, some sides face it and others do not.
        assert!((3..6).contains(&list.strokes.len()), "{}", list.strokes.len());
        assert!(list.has_depths());
        assert!(!drawn(&ObjectPlacement::default(), true).has_depths());
    }

    #[test]
    fn objects_in_centimetres_or_millimetres_fit_a_figure() {
        for (size, scale) in [(1.2, 1.0), (120.0, 0.01), (1200.0, 0.001), (1e6, 1.0)] {
            assert_eq!(ObjectPlacement::fitting(&tetrahedron(size), 1.7).scale, scale, "{size}");
        }
    }
}
