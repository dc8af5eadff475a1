//! The figure that another one is compared with: thin lines, an outline where these would be hidden, and a dashed line
//! from joint to joint.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Stroke};
use super::figure::{Figure, is_long};
use super::relations::dashes;
use super::theme_colours::Rgba;

/// Where lines show, from end to end, in pixels up and to the right of the view's lower left corner.
pub type Shown = Vec<[Vec2; 2]>;

impl Figure<'_> {
    /// Adds its bones and points as thin lines in one colour, behind every figure. What stands inside of `active`, which
    /// would hide it, has an edge around that; solids and meshes, which hide more, have the lines over them.
    pub fn draw_outline(
        &self,
        active: &Figure<'_>,
        colour: Rgba,
        (camera, style, height): (&Camera, FigureStyle, f32),
        shown: &mut Shown,
        list: &mut DrawList,
    ) {
        /// Of more lines than a figure has, such as a crowd's, none is looked for among all others.
        const MOST: usize = 500;
        let width = style.trail * 1.1;
        let project = camera.projector(1.0);
        let in_view = |ends: [Vec3; 2]| {
            let [from, to] = ends.map(&project);
            Some([from? * height, to? * height])
        };
        shown.clear();
        shown.extend(active.lines().take(MOST + 1).filter_map(|(ends, _)| in_view(ends)));
        if shown.len() > MOST {
            shown.clear();
        }
        let has_surfaces = active.display != DisplayStyle::Stick
            || active.meshes && !active.take.meshes.is_empty();
        for (ends, is_bone) in self.lines() {
            let (across, thin) =
                if is_bone { (style.bone, width) } else { (style.point, style.point) };
            let line = Stroke::line(ends, colour, thin);
            if has_surfaces {
                list.over(line);
                continue;
            }
            // How far its farther end is from the line that it is nearest to.
            let beside = in_view(ends).map_or(f32::INFINITY, |[from, to]| {
                let away = |line: &[Vec2; 2]| distance(from, *line).max(distance(to, *line));
                shown.iter().map(away).fold(f32::INFINITY, f32::min)
            });
            let hidden = (2.0 - 4.0 * beside / across).clamp(0.0, 1.0);
            let width = thin + hidden * (across + 2.0 * width - thin);
            list.faint(Stroke { width, ..line });
        }
    }

    /// Its bones from end to end, and points without bones, with whether they are bones.
    fn lines(&self) -> impl Iterator<Item = ([Vec3; 2], bool)> + '_ {
        let bones = self.bones().map(|(_, _, ends)| ends);
        let bones = bones.filter(|ends| is_long(*ends)).map(|ends| (ends, true));
        let points = self.points().filter(|(_, node, _)| self.is_alone(*node));
        bones.chain(points.map(|(_, _, at)| ([at; 2], false)))
    }
}

/// How far a point is from a line between two ends.
fn distance(point: Vec2, [from, to]: [Vec2; 2]) -> f32 {
    let along = to - from;
    let t = (point - from).dot(along) / along.length_squared().max(1e-12);
    point.distance(from + along * t.clamp(0.0, 1.0))
}

/// Adds a dashed line over everything, between two places in the world.
pub fn draw_dashed(
    ends: [Vec3; 2],
    colour: Rgba,
    (camera, style, height): (&Camera, FigureStyle, f32),
    list: &mut DrawList,
) {
    let width = style.wire * 1.3;
    if ends.iter().all(|end| end.is_finite()) && is_long(ends) {
        for dash in dashes(ends, camera, width, height) {
            list.over(Stroke::line(dash, colour, width));
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Affine3A;

    use super::*;
    use crate::scene::ThemeColours;
    use crate::scene::sample::{HEIGHT, Sample};

    #[test]
    fn an_outline_is_thin_lines_behind_figures_and_a_dashed_line_is_over_them() {
        let sample = Sample::new();
        let camera = Camera::default();
        let style = FigureStyle::for_view(HEIGHT, 1.0);
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, 1.0, ThemeColours::DARK);
        let colour = [1, 2, 3, 255];
        let view = (&camera, style, HEIGHT);
        let mut beside = Sample::new();
        beside.stage = beside.stage.moved(Affine3A::from_translation(Vec3::X * 5.0));
        let mut shown = Vec::new();
        let beside = beside.figure();
        sample.figure().draw_outline(&beside, colour, view, &mut shown, &mut list);
        draw_dashed([Vec3::ZERO, Vec3::X], colour, view, &mut list);
        draw_dashed([Vec3::ZERO, Vec3::NAN], colour, view, &mut list);
        list.finish();
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
        let style = FigureStyle::for_view(HEIGHT, 1.0);
        let drawn = |by: f32, display: DisplayStyle| {
            let mut beside = Sample::new();
            beside.stage = beside.stage.moved(Affine3A::from_translation(Vec3::X * by));
            let active = Figure { display, ..beside.figure() };
            let mut list = DrawList::new(ThemeColours::DARK);
            list.begin(&camera, 1.0, ThemeColours::DARK);
            let view = (&camera, style, HEIGHT);
            let figure = sample.figure();
            figure.draw_outline(&active, [1, 2, 3, 255], view, &mut Vec::new(), &mut list);
            list.finish();
            let [under, _, over] = list.layers();
            let widths = list.strokes[under].iter().map(|stroke| stroke.width);
            let wide = widths.filter(|width| *width > style.bone).count();
            (wide, over.len())
        };
        // Three bones, and a marker that is as wide as it is alone.
        assert_eq!(drawn(0.0, DisplayStyle::Stick), (4, 0));
        assert_eq!(drawn(0.3, DisplayStyle::Stick), (1, 0));
        assert_eq!(drawn(0.3, DisplayStyle::Capsules), (0, 4));
    }
}
