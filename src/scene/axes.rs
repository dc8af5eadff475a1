//! How the local axes of a node are drawn: three short lines.

use glam::Vec3;

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::Figure;
use crate::take::NodeId;

impl Figure<'_> {
    /// Adds the axes of some nodes, over everything else, to a view `height` pixels high. Their
    /// length is one on the screen, so that they can be read from near and from afar.
    pub fn draw_axes(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        camera: &Camera,
        style: FigureStyle,
        height: f32,
        list: &mut DrawList,
    ) {
        let colours = list.palette.axes;
        for node in nodes {
            let world_from_node = self.stage.world_from_take * self.pose.global(node);
            let at = Vec3::from(world_from_node.translation);
            let pixels_per_metre = camera.heights_per_metre(at) * height;
            if self.is_hidden(node) || !at.is_finite() || pixels_per_metre <= 0.0 {
                continue;
            }
            let length = style.axis / pixels_per_metre;
            let axes = world_from_node.matrix3;
            let ends = [axes.x_axis, axes.y_axis, axes.z_axis]
                .map(|axis| at + Vec3::from(axis).normalize_or_zero() * length);
            let mut order = [0, 1, 2];
            order.sort_by(|&a, &b| camera.depth(ends[b]).total_cmp(&camera.depth(ends[a])));
            for axis in order {
                let [r, g, b, _] = colours[axis];
                list.add_over(Stroke::line([at, ends[axis]], [r, g, b, 0xff], style.wire * 2.0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{HEIGHT, Sample, list_of};
    use crate::scene::{Stage, Stroke, ThemeColours};

    fn axes(figure: &Figure<'_>, node: NodeId, distance: f32) -> Vec<Stroke> {
        let camera = Camera { distance, ..Camera::default() };
        let draw = |style, list: &mut DrawList| {
            figure.draw_axes([node], &camera, style, HEIGHT, list);
        };
        let list = list_of(&camera, draw);
        assert_eq!(list.layers()[2], 0..list.strokes.len(), "over everything");
        list.strokes
    }

    #[test]
    fn axes_have_their_colours_and_turn_with_their_node() {
        let sample = Sample::new();
        let hip = sample.take.skeleton.roots()[0];
        let turned = Stage {
            world_from_take: glam::Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2),
            ..sample.stage.clone()
        };
        let strokes = axes(&Figure { stage: &turned, ..sample.figure() }, hip, 4.0);
        let colours = ThemeColours::DARK.axes;
        for (colour, direction) in colours.into_iter().zip([Vec3::Y, -Vec3::X, Vec3::Z]) {
            let stroke = strokes.iter().find(|s| s.colour[..3] == colour[..3]).expect("an axis");
            let way = Vec3::from(stroke.to) - Vec3::from(stroke.from);
            assert!(way.normalize().distance(direction) < 1e-5, "{way}");
        }
        assert_eq!(strokes.len(), 3);
    }

    #[test]
    fn axes_are_as_long_on_the_screen_from_near_and_from_afar() {
        let sample = Sample::new();
        let hip = sample.take.skeleton.roots()[0];
        let length = |distance| {
            let stroke = axes(&sample.figure(), hip, distance)[0];
            Vec3::from(stroke.from).distance(Vec3::from(stroke.to))
        };
        assert!((length(20.0) / length(4.0) - 5.0).abs() < 0.5);
    }

    #[test]
    fn a_node_without_a_place_and_a_hidden_one_have_no_axes() {
        let sample = Sample::new();
        let skeleton = &sample.take.skeleton;
        let pose = crate::evaluate::Pose::of(skeleton, sample.take.row(2));
        let figure =
            Figure { pose: &pose, hidden: &[true, false, false, false], ..sample.figure() };
        for name in ["Marker", "LeftHip"] {
            assert!(axes(&figure, skeleton.find(name).unwrap(), 4.0).is_empty());
        }
    }
}
