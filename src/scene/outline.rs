//! The figure that another one is compared with: thin lines, and a dashed one from joint to joint.

use glam::Vec3;

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::{Figure, is_long};
use super::relations::dashes;
use super::theme_colours::Rgba;

impl Figure<'_> {
    /// Adds its bones and points as thin lines in one colour, behind every figure.
    pub fn draw_outline(&self, colour: Rgba, style: FigureStyle, list: &mut DrawList) {
        let width = style.trail * 1.1;
        for (_, _, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            list.faint(Stroke::line(ends, colour, width));
        }
        for (_, node, at) in self.points() {
            if self.is_alone(node) {
                list.faint(Stroke::line([at; 2], colour, style.point));
            }
        }
    }
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
        sample.figure().draw_outline(colour, style, &mut list);
        let view = (&camera, style, HEIGHT);
        draw_dashed([Vec3::ZERO, Vec3::X], colour, view, &mut list);
        draw_dashed([Vec3::ZERO, Vec3::NAN], colour, view, &mut list);
        list.finish();
        let [under, among, over] = list.layers();
        assert_eq!(list.strokes[under].len(), 4, "three bones and a marker");
        assert!(list.strokes[among].is_empty());
        assert!(list.strokes[over].len() > 3);
        assert!(list.strokes.iter().all(|stroke| stroke.colour == colour));
    }
}
