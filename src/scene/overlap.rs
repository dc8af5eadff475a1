//! How overlapping figures are told apart: those of inactive takes are drawn thin and hollow.

use glam::Vec3;

use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::figure::Figure;
use super::stage::Bounds;
use super::theme_colours::{Rgba, ThemeColours, between, faint};
use crate::take::NodeId;

/// How much two figures are in one place, from 0 to 1: from nearly beside each other to the same place, with
/// every step between, so that a figure that walks through another one changes without a jump.
pub fn overlap(a: Bounds, b: Bounds) -> f32 {
    /// The distances of their middles, in parts of the larger one's size, between which it goes from 0 to 1:
    /// two people who shake hands are 0.4 apart.
    const APART: [f32; 2] = [0.32, 0.2];
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let size = a.size().max(b.size()).max_element().max(1e-6);
    let apart = a.centre().distance(b.centre()) / size;
    ((APART[0] - apart) / (APART[0] - APART[1])).clamp(0.0, 1.0)
}

impl Figure<'_> {
    /// Adds the line of a part at a depth, as wide as it is where the figure stands alone; where it makes room,
    /// the line is thin inside of an outline, and all of that behind what stands in the same place, so that of
    /// both only the outline is seen there. Returns how deep the line lies.
    pub(super) fn draw_line(
        &self,
        part: usize,
        ends: [Vec3; 2],
        (depth, alone): (f32, f32),
        style: FigureStyle,
        list: &mut DrawList,
    ) -> f32 {
        /// From one of the strokes to the one behind it, in metres.
        const BEHIND: f32 = 1e-3;
        let own = self.colours[part];
        let depth = depth + BEHIND * self.hollow;
        let width = alone * (1.0 - 0.6 * self.hollow);
        list.at_depth(depth, Stroke::line(ends, own, width));
        if self.hollow > 0.0 {
            let between = self.inside(own, &list.palette);
            let outline = alone + 1.2 * style.halo * self.hollow;
            list.at_depth(depth + BEHIND, Stroke::line(ends, between, alone));
            list.at_depth(depth + 2.0 * BEHIND, Stroke::line(ends, own, outline));
        }
        depth
    }

    /// How thick its solids are, beside those of a figure that stands alone.
    pub(super) fn thickness(&self) -> f32 {
        1.0 - 0.3 * self.hollow
    }

    /// The colour inside of an outline: its own, nearly that of the view's ground.
    pub(super) fn inside(&self, own: Rgba, palette: &ThemeColours) -> Rgba {
        between(own, palette.centre, 0.75 * self.hollow)
    }

    /// The halo of a solid: where it is selected, else its outline where it is hollow.
    pub(super) fn outline(&self, node: NodeId, own: Rgba, palette: &ThemeColours) -> Option<Rgba> {
        let hollow = (self.hollow > 0.0).then(|| faint(own, self.hollow));
        self.halo(node, palette.halo).or(hollow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{Sample, drawn};

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
        let figure = Figure { hollow: 1.0, ..sample.figure() };
        let (list, style) = drawn(&figure);
        let own = sample.colours[0];
        let bones = list.strokes.iter().filter(|s| s.from != s.to && s.softness == 0.0);
        let first = bones.clone().find(|s| s.colour == own).expect("a bone");
        let same = bones.filter(|s| s.from == first.from && s.to == first.to);
        let drawn: Vec<_> =
            same.map(|s| (s.width > style.bone, s.width < 0.5 * style.bone)).collect();
        assert_eq!(drawn, [(true, false), (false, false), (false, true)]);
    }
}
