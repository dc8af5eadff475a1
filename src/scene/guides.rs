//! The guides over figures: the lines, arcs and points that show what is measured.

use glam::Vec3;

use super::camera::Camera;
use super::display::FigureStyle;
use super::draw_list::{DrawList, Stroke};
use super::relations::dashes;
use super::theme_colours::faint;

#[derive(Clone, Debug, PartialEq)]
pub enum Guide {
    /// A line between two points, with a dot at each.
    Line([Vec3; 2]),
    /// A dashed line between two points, such as a plumb line.
    Dashed([Vec3; 2]),
    /// An arc around the second of three points, from the way to the first to the way to the third, and both ways.
    Arc([Vec3; 3]),
    Point(Vec3),
    /// The outline of a polygon, a line where it has two corners.
    Outline(Vec<Vec3>),
}

/// The radius of an arc, in metres, where the shorter way is long enough.
const MAX_RADIUS: f32 = 0.18;
/// The part of the shorter way that an arc takes at most.
const MAX_SHARE: f32 = 0.45;

impl Guide {
    /// Adds the guide to a view `height` pixels high, over everything else, unless one of its points is in a gap.
    pub fn draw(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        let colour = list.palette.guide;
        let width = style.trail;
        let mut line = |ends: [Vec3; 2], colour, width| {
            if ends.iter().all(|end| end.is_finite()) {
                list.add_over(Stroke::line(ends, colour, width));
            }
        };
        match *self {
            Self::Line([a, b]) => {
                if (a + b).is_finite() {
                    line([a, b], colour, width);
                    line([a; 2], colour, width * 2.6);
                    line([b; 2], colour, width * 2.6);
                }
            }
            Self::Dashed([a, b]) => {
                for dash in dashes([a, b], camera, width, height) {
                    line(dash, colour, width);
                }
            }
            Self::Arc([a, b, c]) => {
                for end in [a, c] {
                    line([b, end], faint(colour, 0.6), width * 0.7);
                }
                let points: Vec<Vec3> = arc(a - b, c - b).map(|way| b + way).collect();
                for pair in points.windows(2) {
                    line([pair[0], pair[1]], colour, width);
                }
            }
            Self::Point(at) => line([at; 2], colour, width * 4.5),
            Self::Outline(ref corners) => {
                let next = corners.iter().cycle().skip(1);
                for (a, b) in corners.iter().zip(next) {
                    line([*a, *b], colour, width);
                }
            }
        }
    }
}

/// The points of an arc between two ways.
fn arc(from: Vec3, to: Vec3) -> impl Iterator<Item = Vec3> {
    /// So many pieces look round.
    const PIECES: usize = 20;
    let radius = (from.length().min(to.length()) * MAX_SHARE).min(MAX_RADIUS);
    let [from, to] = [from, to].map(Vec3::normalize_or_zero);
    let angle = from.angle_between(to);
    // Ways that point against each other leave the plane open.
    let any_axis = || from.any_orthogonal_vector().normalize_or_zero();
    let axis = from.cross(to).try_normalize().unwrap_or_else(any_axis);
    let turned = move |part: f32| glam::Quat::from_axis_angle(axis, angle * part) * from * radius;
    (0..=PIECES).map(move |piece| turned(piece as f32 / PIECES as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{HEIGHT, list_of};

    fn drawn(guide: &Guide) -> Vec<Stroke> {
        let camera = Camera::default();
        list_of(&camera, |style, list| guide.draw(&camera, style, HEIGHT, list)).strokes
    }

    #[test]
    fn an_arc_goes_from_one_way_to_the_other() {
        for to in [Vec3::Y, Vec3::new(-1.0, 0.2, 0.0), -Vec3::X * 3.0] {
            let points: Vec<Vec3> = arc(Vec3::X, to).collect();
            let [first, last] = [points[0], points[points.len() - 1]];
            assert!(first.normalize().distance(Vec3::X) < 1e-4);
            assert!(last.normalize().distance(to.normalize()) < 1e-3, "{to}");
            assert!(points.iter().all(|at| (at.length() - MAX_RADIUS).abs() < 1e-4));
        }
    }

    #[test]
    fn a_guide_with_a_point_in_a_gap_is_left_out() {
        let [a, gap] = [Vec3::Y, Vec3::NAN];
        assert_eq!(drawn(&Guide::Line([a, Vec3::X])).len(), 3);
        assert!(drawn(&Guide::Dashed([a, Vec3::ZERO])).len() > 3);
        assert!(drawn(&Guide::Line([a, gap])).is_empty());
        assert!(drawn(&Guide::Dashed([a, gap])).is_empty());
        assert!(drawn(&Guide::Point(gap)).is_empty());
        assert_eq!(drawn(&Guide::Outline(vec![a, Vec3::X, Vec3::Z])).len(), 3);
        assert!(drawn(&Guide::Arc([gap, gap, gap])).is_empty());
    }
}
