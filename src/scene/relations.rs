//! Lines between joints: connections of markers, and relationship lines as in Blender, dashed from a bone's end to
//! children that it does not reach: segments of HTR that stand apart, joints that are moved away from their parents.

use glam::Vec3;

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::{Figure, SAME_PLACE};
use super::theme_colours::{faint, mixed};
use crate::take::NodeId;

/// How long a dash and the gap behind it are, in widths of the line.
const DASH_LENGTH: f32 = 3.5;
const GAP_LENGTH: f32 = 3.0;
/// Longer lines have longer dashes instead of more.
const MAX_DASHES: f32 = 60.0;
/// How much fainter than bones they are.
const OPACITY: f32 = 0.7;

impl Figure<'_> {
    /// Adds a line between the two nodes of each pair that show, in the colour between theirs.
    pub fn draw_links(
        &self,
        pairs: &[[NodeId; 2]],
        camera: &Camera,
        style: FigureStyle,
        list: &mut DrawList,
    ) {
        for pair in pairs {
            let ends = pair.map(|node| self.stage.world(self.pose.position(node)));
            let hidden = pair.iter().any(|node| self.is_hidden(*node));
            if hidden || !ends.iter().all(|end| end.is_finite()) {
                continue;
            }
            let [a, b] = pair.map(|node| self.node_colour(node).unwrap_or(list.palette.wire));
            let depth = camera.depth((ends[0] + ends[1]) * 0.5);
            list.add_at_depth(depth, Stroke::line(ends, mixed(a, b), style.joint));
        }
    }

    /// Adds the relationship lines to a view `height` pixels high.
    pub fn draw_relations(
        &self,
        camera: &Camera,
        style: FigureStyle,
        height: f32,
        list: &mut DrawList,
    ) {
        let colour = faint(list.palette.wire, OPACITY);
        let width = style.wire * 1.2;
        for &(bone, child) in self.parts.detached() {
            let bone = self.take.skeleton.bones()[bone];
            if self.is_hidden(bone.node) || self.is_hidden(child) {
                continue;
            }
            let ends = [self.pose.bone_end(bone.node, bone.end), self.pose.position(child)];
            let [from, to] = ends.map(|end| self.stage.world(end));
            let length = from.distance(to);
            // One of them may be in a gap on this frame.
            if !length.is_finite() || length < SAME_PLACE {
                continue;
            }
            let depth = camera.depth((from + to) * 0.5);
            list.include_depth(depth);
            for ends in dashes([from, to], camera, width, height) {
                list.add_at_depth(depth, Stroke::line(ends, colour, width));
            }
        }
    }
}

/// The dashes of a line of so many pixels across, in a view `height` pixels high.
pub(super) fn dashes(
    [from, to]: [Vec3; 2],
    camera: &Camera,
    width: f32,
    height: f32,
) -> impl Iterator<Item = [Vec3; 2]> {
    let middle = (from + to) * 0.5;
    let pixels = from.distance(to) * camera.heights_per_metre(middle) * height;
    let period = (DASH_LENGTH + GAP_LENGTH) * width;
    let count = (pixels / period).ceil().clamp(1.0, MAX_DASHES);
    (0..count as usize).map(move |dash| {
        let at = |part: f32| -> Vec3 { from.lerp(to, (dash as f32 + part) / count) };
        [at(0.0), at(DASH_LENGTH / (DASH_LENGTH + GAP_LENGTH))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{HEIGHT, Sample, list_of, tree};
    use crate::take::BoneEnd;

    /// How many dashes lead to a child that stands so far beyond the end of its parent's bone.
    fn dashes(apart: f32, hide: bool) -> usize {
        let shin = ("Shin", Some(0), Vec3::Y * (0.5 + apart));
        let (mut build, nodes) = tree(&[("Thigh", None, Vec3::ZERO), shin]);
        for node in nodes {
            build.bone(node, BoneEnd::Local(Vec3::Y * 0.5));
        }
        let mut sample = Sample::at_rest(build);
        sample.hidden[1] = hide;
        let camera = Camera::default();
        let draw = |style, list: &mut DrawList| {
            sample.figure().draw_relations(&camera, style, HEIGHT, list);
        };
        list_of(&camera, draw).strokes.len()
    }

    #[test]
    fn a_child_beyond_the_end_of_the_bone_has_a_dashed_line() {
        assert_eq!(dashes(0.0, false), 0);
        let near = dashes(0.2, false);
        assert!(near > 3, "{near}");
        assert!(dashes(0.4, false) > near);
        assert_eq!(dashes(0.2, true), 0);
    }
}
