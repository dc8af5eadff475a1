//! Relationship lines, as in Blender: dashed, from a bone's end to children that it does not reach.
//!
//! Dashed lines from the end of a bone to the joints of its children that it does not reach, as in
//! Blender: segments of HTR that stand apart, joints that are moved away from their parents.

use glam::Vec3;

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::{Figure, SAME_PLACE};
use super::theme_colours::faint;

/// How long a dash and the gap behind it are, in widths of the line.
const DASH: f32 = 3.5;
const GAP: f32 = 3.0;
/// Longer lines have longer dashes instead of more.
const MAX_DASHES: f32 = 60.0;
/// How much fainter than bones they are.
const OPACITY: f32 = 0.7;

impl Figure<'_> {
    /// Adds the lines to a view `height` pixels high.
    pub fn draw_relations(
        &self,
        camera: &Camera,
        style: FigureStyle,
        height: f32,
        list: &mut DrawList,
    ) {
        let colour = faint(list.palette.wire, OPACITY);
        let width = style.wire * 1.2;
        for &(bone, child) in self.parts.apart() {
            let bone = self.take.skeleton.bones()[bone];
            if self.is_hidden(bone.node) || self.is_hidden(child) {
                continue;
            }
            let ends = [self.pose.bone_end(bone.node, bone.end), self.pose.position(child)];
            let [from, to] = ends.map(|end| self.stage.world(end));
            let length = from.distance(to);
            // One of them may have no place on this frame.
            if !length.is_finite() || length < SAME_PLACE {
                continue;
            }
            let depth = camera.depth((from + to) * 0.5);
            list.reaches(depth);
            for ends in dashes([from, to], camera, width, height) {
                list.at_depth(depth, Stroke::line(ends, colour, width));
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
    let period = (DASH + GAP) * width;
    let count = (pixels / period).ceil().clamp(1.0, MAX_DASHES);
    (0..count as usize).map(move |dash| {
        let at = |part: f32| -> Vec3 { from.lerp(to, (dash as f32 + part) / count) };
        [at(0.0), at(DASH / (DASH + GAP))]
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{HEIGHT, Sample};
    use super::*;
    use crate::scene::ThemeColours;
    use crate::take::{BoneEnd, SkeletonBuilder};

    /// How many dashes lead to a child that stands so far beyond the end of its parent's bone.
    fn dashes(apart: f32, hide: bool) -> usize {
        let mut build = SkeletonBuilder::default();
        let thigh = build.node("Thigh", None).unwrap();
        let shin = build.node("Shin", Some(thigh)).unwrap();
        build.node_mut(shin).offset = Vec3::Y * (0.5 + apart);
        for node in [thigh, shin] {
            build.bone(node, BoneEnd::Local(Vec3::Y * 0.5));
        }
        let mut sample = Sample::at_rest(build);
        sample.hidden[shin.index()] = hide;
        let camera = Camera::default();
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, 1.0, ThemeColours::DARK);
        let style = FigureStyle::for_view(HEIGHT, 1.0);
        sample.figure().draw_relations(&camera, style, HEIGHT, &mut list);
        list.finish();
        list.strokes.len()
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
