//! How figures are told apart: overlapping ones of inactive takes are thin and hollow; one that another is compared with
//! is thin lines, an outline where these would be hidden, and a dashed line from joint to joint.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Stroke};
use super::figure::{Figure, is_long};
use super::relations::dashes;
use super::stage::Bounds;
use super::theme_colours::{Rgba, ThemeColours, blend, faint};
use crate::take::NodeId;

/// Where lines show, from end to end, in pixels up and to the right of the view's lower left corner.
pub type ScreenLines = Vec<[Vec2; 2]>;

impl Figure<'_> {
    /// Adds its bones and points as thin lines in one colour, behind every figure. What stands inside of `active`, which
    /// would hide it, has an edge around that; solids and meshes, which hide more, have the lines over them.
    pub fn draw_outline(
        &self,
        active: &Figure<'_>,
        colour: Rgba,
        (camera, style, height): (&Camera, FigureStyle, f32),
        shown: &mut ScreenLines,
        list: &mut DrawList,
    ) {
        /// Of more lines than a figure has, such as a crowd's, none is looked for among all others.
        const MAX_LINES: usize = 500;
        let width = style.trail * 1.1;
        let project = camera.projector(1.0);
        let in_view = |ends: [Vec3; 2]| {
            let [from, to] = ends.map(&project);
            Some([from? * height, to? * height])
        };
        shown.clear();
        shown.extend(active.lines().take(MAX_LINES + 1).filter_map(|(ends, _)| in_view(ends)));
        if shown.len() > MAX_LINES {
            shown.clear();
        }
        let has_surfaces = active.display != DisplayStyle::Stick
            || active.meshes && !active.take.meshes.is_empty();
        for (ends, is_bone) in self.lines() {
            let (full_width, thin) =
                if is_bone { (style.bone, width) } else { (style.point, style.point) };
            let line = Stroke::line(ends, colour, thin);
            if has_surfaces {
                list.add_over(line);
                continue;
            }
            // How far its farther end is from the line that it is nearest to.
            let beside = in_view(ends).map_or(f32::INFINITY, |[from, to]| {
                let away = |line: &[Vec2; 2]| {
                    distance_to_segment(from, *line).max(distance_to_segment(to, *line))
                };
                shown.iter().map(away).fold(f32::INFINITY, f32::min)
            });
            let hidden = (2.0 - 4.0 * beside / full_width).clamp(0.0, 1.0);
            let width = thin + hidden * (full_width + 2.0 * width - thin);
            list.add_faint(Stroke { width, ..line });
        }
    }

    /// Adds the line of a part at a depth, as wide as it is where the figure stands alone; where it makes room,
    /// the line is thin inside of an outline, and all of that behind what stands in the same place, so that of
    /// both only the outline is seen there. Returns how deep the line lies.
    pub(super) fn draw_line(
        &self,
        part: usize,
        ends: [Vec3; 2],
        depth: f32,
        alone: f32,
        style: FigureStyle,
        list: &mut DrawList,
    ) -> f32 {
        /// From one of the strokes to the one behind it, in metres.
        const BEHIND: f32 = 1e-3;
        let own = self.colours[part];
        let depth = depth + BEHIND * self.hollow;
        list.add_at_depth(depth, Stroke::line(ends, own, alone * (1.0 - 0.6 * self.hollow)));
        if self.hollow > 0.0 {
            let fill = self.fill_colour(own, &list.palette);
            let outline = alone + 1.2 * style.halo * self.hollow;
            list.add_at_depth(depth + BEHIND, Stroke::line(ends, fill, alone));
            list.add_at_depth(depth + 2.0 * BEHIND, Stroke::line(ends, own, outline));
        }
        depth
    }

    /// How thick its solids are, beside those of a figure that stands alone.
    pub(super) fn hollow_thickness(&self) -> f32 {
        1.0 - 0.3 * self.hollow
    }

    /// The colour inside of an outline: its own, nearly that of the view's ground.
    pub(super) fn fill_colour(&self, own: Rgba, palette: &ThemeColours) -> Rgba {
        blend(own, palette.centre, 0.75 * self.hollow)
    }

    /// The halo of a solid: where it is selected, else its outline where it is hollow.
    pub(super) fn rim_colour(
        &self,
        node: NodeId,
        own: Rgba,
        palette: &ThemeColours,
    ) -> Option<Rgba> {
        let hollow = (self.hollow > 0.0).then(|| faint(own, self.hollow));
        self.halo(node, palette.halo).or(hollow)
    }

    /// Its bones from end to end, and points without bones, with whether they are bones.
    fn lines(&self) -> impl Iterator<Item = ([Vec3; 2], bool)> + '_ {
        let bones = self.bones().filter(|(_, _, ends)| is_long(*ends));
        let points = self.points().filter(|(_, node, _)| self.is_alone(*node));
        bones.map(|(_, _, ends)| (ends, true)).chain(points.map(|(_, _, at)| ([at; 2], false)))
    }
}

/// How much two figures are in one place, from 0 to 1: from nearly beside each other to the same place, with
/// every step between, so that a figure that walks through another one changes without a jump.
pub fn overlap(a: Bounds, b: Bounds) -> f32 {
    /// The distances of their middles, in parts of the larger size, for 0 and 1. Two who shake hands are 0.4 apart.
    const APART: [f32; 2] = [0.32, 0.2];
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let size = a.size().max(b.size()).max_element().max(1e-6);
    let apart = a.centre().distance(b.centre()) / size;
    ((APART[0] - apart) / (APART[0] - APART[1])).clamp(0.0, 1.0)
}

fn distance_to_segment(point: Vec2, [from, to]: [Vec2; 2]) -> f32 {
    let along = to - from;
    let t = (point - from).dot(along) / along.length_squared().max(1e-12);
    point.distance(from + along * t.clamp(0.0, 1.0))
}

/// Adds a dashed line over everything, between two places in the world.
pub fn draw_dashed(
    ends: [Vec3; 2],
    colour: Rgba,
    camera: &Camera,
    style: FigureStyle,
    height: f32,
    list: &mut DrawList,
) {
    let width = style.wire * 1.3;
    if ends.iter().all(|end| end.is_finite()) && is_long(ends) {
        for dash in dashes(ends, camera, width, height) {
            list.add_over(Stroke::line(dash, colour, width));
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Affine3A;

    use super::*;
    use crate::scene::sample::{HEIGHT, Sample, drawn, list_of, style};

    /// The sample, so many metres along X.
    fn moved_sample(by: f32) -> Sample {
        let sample = Sample::new();
        let stage = sample.stage.moved(Affine3A::from_translation(Vec3::X * by));
        Sample { stage, ..sample }
    }

    #[test]
    fn an_outline_is_thin_lines_behind_figures_and_a_dashed_line_is_over_them() {
        let sample = Sample::new();
        let camera = Camera::default();
        let colour = [1, 2, 3, 255];
        let beside = moved_sample(5.0);
        let list = list_of(&camera, |style, list| {
            let view = (&camera, style, HEIGHT);
            sample.figure().draw_outline(&beside.figure(), colour, view, &mut Vec::new(), list);
            draw_dashed([Vec3::ZERO, Vec3::X], colour, &camera, style, HEIGHT, list);
            draw_dashed([Vec3::ZERO, Vec3::NAN], colour, &camera, style, HEIGHT, list);
        });
        let [under, among, over] = list.layers();
        assert_eq!(list.strokes[under].len(), 4, "three bones and a marker");
        assert!(list.strokes[among].is_empty());
        assert!(list.strokes[over].len() > 3);
        assert!(list.strokes.iter().all(|stroke| stroke.colour == colour));
    }

    #[test]
    fn what_stands_inside_of_another_figure_has_an_edge_around_it_and_lies_over_solids() {
        let sample = Sample::new();
        let camera = Camera::default();
        let drawn = |by: f32, display: DisplayStyle| {
            let beside = moved_sample(by);
            let active = Figure { display, ..beside.figure() };
            let list = list_of(&camera, |style, list| {
                let view = (&camera, style, HEIGHT);
                sample.figure().draw_outline(&active, [1, 2, 3, 255], view, &mut Vec::new(), list);
            });
            let [under, _, over] = list.layers();
            let is_wide = |stroke: &&Stroke| stroke.width > style().bone;
            (list.strokes[under].iter().filter(is_wide).count(), over.len())
        };
        // Three bones, and a marker that is as wide as it is alone.
        assert_eq!(drawn(0.0, DisplayStyle::Stick), (4, 0));
        assert_eq!(drawn(0.3, DisplayStyle::Stick), (1, 0));
        assert_eq!(drawn(0.3, DisplayStyle::Capsules), (0, 4));
    }

    #[test]
    fn figures_overlap_where_their_middles_are_close_for_their_size() {
        let at = |x: f32| Bounds {
            low: Vec3::new(x - 0.3, 0.0, -0.2),
            high: Vec3::new(x + 0.3, 1.8, 0.2),
        };
        assert_eq!(overlap(at(0.0), at(0.1)), 1.0);
        assert_eq!(overlap(at(0.0), at(0.8)), 0.0, "shaking hands");
        let between = overlap(at(0.0), at(0.45));
        assert!(0.0 < between && between < 1.0, "{between}");
        assert_eq!(overlap(at(0.0), Bounds::EMPTY), 0.0);
    }

    #[test]
    fn a_figure_that_makes_room_is_thin_inside_of_an_outline() {
        let sample = Sample::new();
        let (list, style) = drawn(&Figure { hollow: 1.0, ..sample.figure() });
        let own = sample.colours[0];
        let bones = list.strokes.iter().filter(|s| s.from != s.to && s.softness == 0.0);
        let first = bones.clone().find(|s| s.colour == own).expect("a bone");
        let same = bones.filter(|s| s.from == first.from && s.to == first.to);
        let drawn: Vec<_> =
            same.map(|s| (s.width > style.bone, s.width < 0.5 * style.bone)).collect();
        assert_eq!(drawn, [(true, false), (false, false), (false, true)]);
    }
}
