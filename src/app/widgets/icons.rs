//! The icons, drawn with one line width.

use egui::epaint::CubicBezierShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

/// The signs on the transport's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// To the first frame.
    First,
    /// One frame back.
    StepBack,
    /// Backwards.
    PlayBackwards,
    /// Forwards.
    Play,
    /// Stop here.
    Pause,
    /// One frame on.
    StepOn,
    /// To the last frame.
    Last,
}

impl Icon {
    /// Draws the icon in the middle of a rectangle.
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
                    let size = vec2(3.2, 11.0);
                    let bar = Rect::from_center_size(at + vec2(x, 0.0), size);
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
    let edge = Stroke::new(1.0, colour);
    painter.add(Shape::convex_polygon(points, colour, edge));
}

/// An open angle that points to the right, or with `way` −1 to the left: one frame, and no end.
fn angle(painter: &Painter, at: Pos2, way: f32, colour: Color32) {
    let stroke = Stroke::new(2.0, colour);
    let tip = at + vec2(2.6 * way, 0.0);
    for y in [-4.8, 4.8] {
        painter.line_segment([at + vec2(-2.2 * way, y), tip], stroke);
    }
}

/// A small arrow that points down, beside what opens a menu.
pub fn chevron(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    painter.line_segment([at + vec2(-3.0, -1.5), at + vec2(0.0, 1.5)], stroke);
    painter.line_segment([at + vec2(0.0, 1.5), at + vec2(3.0, -1.5)], stroke);
}

/// A cross that closes something.
pub fn cross(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    painter.line_segment([at + vec2(-3.5, -3.5), at + vec2(3.5, 3.5)], stroke);
    painter.line_segment([at + vec2(-3.5, 3.5), at + vec2(3.5, -3.5)], stroke);
}

/// A warning's triangle.
pub fn warning(painter: &Painter, at: Pos2, colour: Color32) {
    let corners = [vec2(0.0, -4.5), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| at + by);
    let edge = Stroke::new(1.0, colour);
    painter.add(Shape::convex_polygon(corners.to_vec(), colour, edge));
}

/// A small arrow beside what can be folded: it points down where what is below shows.
pub fn fold(painter: &Painter, at: Pos2, unfolded: bool, colour: Color32) {
    if unfolded {
        return chevron(painter, at, colour);
    }
    let stroke = Stroke::new(1.3, colour);
    painter.line_segment([at + vec2(-1.5, -3.0), at + vec2(1.5, 0.0)], stroke);
    painter.line_segment([at + vec2(1.5, 0.0), at + vec2(-1.5, 3.0)], stroke);
}

/// Three lines: what opens the menu.
pub fn lines(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    for y in [-4.0, 0.0, 4.0] {
        painter.line_segment([at + vec2(-5.5, y), at + vec2(5.5, y)], stroke);
    }
}

/// A small arrow that points to the right, beside what opens a further menu.
pub fn chevron_right(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    painter.line_segment([at + vec2(-1.5, -3.0), at + vec2(1.5, 0.0)], stroke);
    painter.line_segment([at + vec2(1.5, 0.0), at + vec2(-1.5, 3.0)], stroke);
}

/// A loudspeaker, with a line across where it is silent.
pub fn speaker(painter: &Painter, at: Pos2, is_silent: bool, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    let outline = [
        vec2(-6.0, -2.0),
        vec2(-3.5, -2.0),
        vec2(-0.5, -4.5),
        vec2(-0.5, 4.5),
        vec2(-3.5, 2.0),
        vec2(-6.0, 2.0),
    ];
    painter.add(Shape::closed_line(outline.map(|off| at + off).to_vec(), stroke));
    if is_silent {
        painter.line_segment([at + vec2(2.0, -3.0), at + vec2(6.5, 3.0)], stroke);
        painter.line_segment([at + vec2(6.5, -3.0), at + vec2(2.0, 3.0)], stroke);
        return;
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
    let inside = egui::StrokeKind::Middle;
    painter.rect_stroke(window, 1.5, stroke, inside);
    if parts {
        let part = Rect::from_two_pos(at + vec2(0.5, 0.5), window.max - vec2(1.5, 1.5));
        painter.rect_filled(part, 0.5, colour);
    } else {
        painter.vline(at.x, window.y_range(), stroke);
    }
}

/// A circle with a question mark, for what is to be decided.
pub fn question(painter: &Painter, at: Pos2, colour: Color32) {
    encircled(painter, at, "?", colour);
}

/// A circle with an i, for what is told alone.
pub fn hint(painter: &Painter, at: Pos2, colour: Color32) {
    encircled(painter, at, "i", colour);
}

fn encircled(painter: &Painter, at: Pos2, letter: &str, colour: Color32) {
    painter.circle_stroke(at, 8.0, Stroke::new(1.4, colour));
    let (centre, font) = (egui::Align2::CENTER_CENTER, crate::app::theme::semibold(11.0));
    painter.text(at, centre, letter, font, colour);
}

/// A hook: something was done.
pub fn done(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.6, colour);
    painter.line_segment([at + vec2(-4.5, 0.2), at + vec2(-1.4, 3.4)], stroke);
    painter.line_segment([at + vec2(-1.4, 3.4), at + vec2(4.6, -3.4)], stroke);
}

/// A magnifying glass.
pub fn magnifier(painter: &Painter, at: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    painter.circle_stroke(at + vec2(-1.0, -1.0), 3.6, stroke);
    let handle = [at + vec2(1.7, 1.7), at + vec2(4.6, 4.6)];
    painter.line_segment(handle, stroke);
}

/// An eye, open or closed: what shows and what is hidden.
pub fn eye(painter: &Painter, at: Pos2, open: bool, colour: Color32) {
    let stroke = Stroke::new(1.3, colour);
    let lid = |height: f32| {
        let ends = [vec2(-6.5, 0.0), vec2(6.5, 0.0)];
        let bent = [vec2(-3.0, height), vec2(3.0, height)];
        let points = [ends[0], bent[0], bent[1], ends[1]].map(|off| at + off);
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
    for [x, y, out_x, out_y] in [[-4.2, 2.6, -5.6, 4.9], [0.0, 3.9, 0.0, 6.6], [4.2, 2.6, 5.6, 4.9]]
    {
        painter.line_segment([at + vec2(x, y), at + vec2(out_x, out_y)], stroke);
    }
}
