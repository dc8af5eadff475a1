//! The icons, drawn with one line width.

use egui::epaint::CubicBezierShape;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use crate::app::theme::semibold;

/// The signs on the transport's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    First,
    StepBack,
    PlayBackwards,
    Play,
    Pause,
    StepOn,
    Last,
}

impl Icon {
    pub fn paint(self, painter: &Painter, rect: Rect, colour: Color32) {
        let at = rect.center();
        let bar = |x: f32| {
            let size = vec2(1.8, 10.0);
            painter.rect_filled(Rect::from_center_size(at + vec2(x, 0.0), size), 0.6, colour);
        };
        match self {
            Self::First => {
                bar(-4.6);
                triangle(painter, at + vec2(1.0, 0.0), -1.0, 4.6, colour);
            }
            Self::StepBack => angle(painter, at, -1.0, colour),
            Self::PlayBackwards => triangle(painter, at + vec2(-0.6, 0.0), -1.0, 5.2, colour),
            Self::Play => triangle(painter, at + vec2(0.8, 0.0), 1.0, 6.0, colour),
            Self::Pause => {
                for x in [-3.0, 3.0] {
                    let bar = Rect::from_center_size(at + vec2(x, 0.0), vec2(3.2, 11.0));
                    painter.rect_filled(bar, 1.0, colour);
                }
            }
            Self::StepOn => angle(painter, at, 1.0, colour),
            Self::Last => {
                triangle(painter, at + vec2(-1.0, 0.0), 1.0, 4.6, colour);
                bar(4.6);
            }
        }
    }
}

/// A triangle with slightly round corners that points to the right, or with `way` −1 to the left.
fn triangle(painter: &Painter, at: Pos2, way: f32, size: f32, colour: Color32) {
    let mut points = vec![
        at + vec2(-0.8 * size * way, -size),
        at + vec2(0.9 * size * way, 0.0),
        at + vec2(-0.8 * size * way, size),
    ];
    if way < 0.0 {
        points.reverse();
    }
    painter.add(Shape::convex_polygon(points, colour, Stroke::new(1.0, colour)));
}

/// An open angle that points to the right, or with `way` −1 to the left: one frame, and no end.
fn angle(painter: &Painter, at: Pos2, way: f32, colour: Color32) {
    segments(painter, at, 2.0, colour, [-4.8, 4.8].map(|y| [-2.2 * way, y, 2.6 * way, 0.0]));
}

/// Lines from places beside `at` to others.
fn segments<const N: usize>(
    painter: &Painter,
    at: Pos2,
    width: f32,
    colour: Color32,
    ends: [[f32; 4]; N],
) {
    for [x, y, to_x, to_y] in ends {
        let ends = [at + vec2(x, y), at + vec2(to_x, to_y)];
        painter.line_segment(ends, Stroke::new(width, colour));
    }
}

/// A small arrow that points down, beside what opens a menu.
pub fn chevron(painter: &Painter, at: Pos2, colour: Color32) {
    segments(painter, at, 1.3, colour, [[-3.0, -1.5, 0.0, 1.5], [0.0, 1.5, 3.0, -1.5]]);
}

pub fn cross(painter: &Painter, at: Pos2, colour: Color32) {
    segments(painter, at, 1.3, colour, [[-3.5, -3.5, 3.5, 3.5], [-3.5, 3.5, 3.5, -3.5]]);
}

pub fn warning(painter: &Painter, at: Pos2, colour: Color32) {
    let corners = [vec2(0.0, -4.5), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| at + by);
    painter.add(Shape::convex_polygon(corners.to_vec(), colour, Stroke::new(1.0, colour)));
}

/// A small arrow beside what can be folded, which points down where what is below shows, or beside what opens a further
/// menu.
pub fn fold(painter: &Painter, at: Pos2, unfolded: bool, colour: Color32) {
    if unfolded {
        return chevron(painter, at, colour);
    }
    segments(painter, at, 1.3, colour, [[-1.5, -3.0, 1.5, 0.0], [1.5, 0.0, -1.5, 3.0]]);
}

/// Three lines: what opens the menu.
pub fn lines(painter: &Painter, at: Pos2, colour: Color32) {
    segments(painter, at, 1.3, colour, [-4.0, 0.0, 4.0].map(|y| [-5.5, y, 5.5, y]));
}

/// A loudspeaker, with a line across where it is silent.
pub fn speaker(painter: &Painter, at: Pos2, is_silent: bool, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    let outline = [[-6.0, -2.0], [-3.5, -2.0], [-0.5, -4.5], [-0.5, 4.5], [-3.5, 2.0], [-6.0, 2.0]];
    let outline = outline.map(|[x, y]| at + vec2(x, y));
    painter.add(Shape::closed_line(outline.to_vec(), stroke));
    if is_silent {
        let cross = [[2.0, -3.0, 6.5, 3.0], [6.5, -3.0, 2.0, 3.0]];
        return segments(painter, at, 1.3, colour, cross);
    }
    for reach in [2.6, 5.0] {
        let arc = [-1.0_f32, -0.5, 0.0, 0.5, 1.0].map(|part| {
            let angle = part * 0.9;
            at + vec2(0.8 + reach * angle.cos(), reach * angle.sin())
        });
        painter.add(Shape::line(arc.to_vec(), stroke));
    }
}

/// A window with a smaller one in its corner, or beside another of its size where that `parts` it.
pub fn window_part(painter: &Painter, at: Pos2, parts: bool, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    let window = Rect::from_center_size(at, vec2(13.0, 10.0));
    painter.rect_stroke(window, 1.5, stroke, StrokeKind::Middle);
    if parts {
        let part = Rect::from_two_pos(at + vec2(0.5, 0.5), window.max - vec2(1.5, 1.5));
        painter.rect_filled(part, 0.5, colour);
    } else {
        painter.vline(at.x, window.y_range(), stroke);
    }
}

/// A letter in a circle: `?` for what is to be decided, `i` for what is told alone.
pub fn encircled(painter: &Painter, at: Pos2, letter: &str, colour: Color32) {
    painter.circle_stroke(at, 8.0, Stroke::new(1.4, colour));
    painter.text(at, Align2::CENTER_CENTER, letter, semibold(11.0), colour);
}

/// A hook: something was done.
pub fn done(painter: &Painter, at: Pos2, colour: Color32) {
    segments(painter, at, 1.6, colour, [[-4.5, 0.2, -1.4, 3.4], [-1.4, 3.4, 4.6, -3.4]]);
}

pub fn magnifier(painter: &Painter, at: Pos2, colour: Color32) {
    painter.circle_stroke(at + vec2(-1.0, -1.0), 3.6, Stroke::new(1.3, colour));
    segments(painter, at, 1.3, colour, [[1.7, 1.7, 4.6, 4.6]]);
}

/// An eye, open or closed: what shows and what is hidden.
pub fn eye(painter: &Painter, at: Pos2, open: bool, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    let lid = |height: f32| {
        let points = [[-6.5, 0.0], [-3.0, height], [3.0, height], [6.5, 0.0]];
        let points = points.map(|[x, y]| at + vec2(x, y));
        let fill = Color32::TRANSPARENT;
        painter.add(CubicBezierShape::from_points_stroke(points, false, fill, stroke));
    };
    if open {
        lid(-5.6);
        lid(5.6);
        painter.circle_filled(at, 2.1, colour);
        return;
    }
    lid(5.2);
    let lashes = [[-4.2, 2.6, -5.6, 4.9], [0.0, 3.9, 0.0, 6.6], [4.2, 2.6, 5.6, 4.9]];
    segments(painter, at, 1.3, colour, lashes);
}
