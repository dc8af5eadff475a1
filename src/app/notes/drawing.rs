//! Drawing on the view: what is drawn with, the way of the pointer as strokes of a note, and erasing.

use std::collections::BTreeSet;

use egui::{
    Align2, CursorIcon, Event, Id, Painter, PointerButton, Pos2, Rect, Response, Role, Sense,
    Shape, Stroke as Line, StrokeKind, Ui, WidgetInfo, vec2,
};

use crate::app::colours::picker::colour32;
use crate::app::notes::command::{DrawTool, NotesCommand};
use crate::app::notes::reviewing::DRAW_COLOURS;
use crate::app::theme::{CONTROL, CORNER, INSET, regular};
use crate::app::widgets::{PanelContext, hand, is_near, one_line, put, text_width};
use crate::review::notes::{Note, Stroke, StrokeShape};
use crate::scene::Rgba;

/// The width of a stroke, in heights of the view.
const WIDTH: f32 = 0.004;

/// The part of the view that is drawn on: where the active take is.
pub(crate) fn drawing_rect(rect: Rect, cx: &PanelContext) -> Rect {
    cx.cell_rect(rect, cx.state.cell_of_active())
}

/// Whether what is drawn with a note was drawn from where the camera is.
pub(crate) fn is_drawn_from_here(cx: &PanelContext, note: &Note) -> bool {
    note.is_drawn_from(&cx.state.view.seen_camera(&cx.state.session))
}

/// Where a point of a stroke is in the window.
fn window_from_stroke(rect: Rect, [x, y]: [f32; 2]) -> Pos2 {
    rect.center() + vec2(x, -y) * rect.height()
}

/// The point of a stroke at a place in the window.
fn stroke_from_window(rect: Rect, at: Pos2) -> [f32; 2] {
    let from = (at - rect.center()) / rect.height().max(1.0);
    // So many digits are less than a pixel of any screen.
    [from.x, -from.y].map(|value| (value * 1e4).round() / 1e4)
}

fn window_points(rect: Rect, stroke: &Stroke) -> Vec<Pos2> {
    stroke.points.iter().map(|at| window_from_stroke(rect, *at)).collect()
}

pub(crate) fn paint_stroke(painter: &Painter, rect: Rect, stroke: &Stroke) {
    let points = window_points(rect, stroke);
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
    let colour = colour32(stroke.colour);
    let line = Line::new((stroke.width * rect.height()).max(1.0), colour);
    match stroke.shape {
        StrokeShape::Freehand if points.len() == 1 => {
            painter.circle_filled(first, line.width, colour);
        }
        StrokeShape::Freehand => drop(painter.add(Shape::line(points, line))),
        StrokeShape::Circle => {
            painter.circle_stroke(first, first.distance(last), line);
        }
        StrokeShape::Arrow => {
            painter.line_segment([first, last], line);
            let along = (first - last).normalized() * (line.width * 4.5);
            for side in [0.5, -0.5] {
                painter.line_segment([last, last + along + along.rot90() * side], line);
            }
        }
    }
}

/// Draws with the left button where something is drawn with; whether that has the mouse.
pub fn draw(ui: &Ui, rect: Rect, cx: &PanelContext, response: &Response) -> bool {
    let Some(tool) = cx.state.session.reviewing.draws else { return false };
    let colour = cx.state.session.reviewing.draw_colour;
    let rect = drawing_rect(rect, cx);
    let id = response.id.with("stroke");
    let mut points: Vec<[f32; 2]> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let is_other_button =
        response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary);
    if is_other_button || ui.input(|i| i.modifiers.alt) && points.is_empty() {
        // The camera can be moved meanwhile.
        return false;
    }
    if response.contains_pointer() {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let pressed_at =
        response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
    if let Some(at) = pressed_at {
        if points.is_empty() {
            let origin = ui.input(|i| i.pointer.press_origin()).unwrap_or(at);
            points.push(stroke_from_window(rect, origin));
        }
        match tool {
            DrawTool::Erase => erase(cx, rect, &pointer_path(ui, at)),
            DrawTool::Draw(StrokeShape::Freehand) => {
                for at in pointer_path(ui, at) {
                    let last = points.last().map(|last| window_from_stroke(rect, *last));
                    if last.is_none_or(|last| last.distance(at) >= 1.5) {
                        points.push(stroke_from_window(rect, at));
                    }
                }
            }
            DrawTool::Draw(_) => {
                points.truncate(1);
                points.push(stroke_from_window(rect, at));
            }
        }
        if let DrawTool::Draw(shape) = tool {
            let stroke = stroke(shape, points.clone(), colour);
            paint_stroke(&ui.painter().with_clip_rect(rect), rect, &stroke);
        }
        ui.data_mut(|data| data.insert_temp(id, points));
    } else if !points.is_empty() {
        ui.data_mut(|data| data.remove::<Vec<[f32; 2]>>(id));
        if let DrawTool::Draw(shape) = tool {
            let [first, last] =
                [points[0], points[points.len() - 1]].map(|at| window_from_stroke(rect, at));
            let is_short = shape != StrokeShape::Freehand && first.distance(last) < 3.0;
            if points.len() > 1 && !is_short {
                cx.ask(NotesCommand::Draw(stroke(shape, simplified(points), colour)));
            }
        }
    }
    true
}

/// The path of a pointer that is `at` a place now: of what it did since the last layout, each place counts.
fn pointer_path(ui: &Ui, at: Pos2) -> Vec<Pos2> {
    let moved = |event: &Event| match event {
        Event::PointerMoved(at) => Some(*at),
        _ => None,
    };
    let mut path: Vec<Pos2> = ui.input(|i| i.events.iter().filter_map(moved).collect());
    if path.last() != Some(&at) {
        path.push(at);
    }
    path
}

fn stroke(shape: StrokeShape, points: Vec<[f32; 2]>, colour: Rgba) -> Stroke {
    Stroke { shape, colour, width: WIDTH, points, other: Default::default() }
}

/// The points of a line without those that lie on it but for half a stroke's width (Douglas and Peucker,
/// *Algorithms for the reduction of the number of points required to represent a digitized line*, 1973).
fn simplified(points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    /// In heights of the view.
    const NEAR: f32 = 0.0007;
    if points.len() < 3 {
        return points;
    }
    let last = points.len() - 1;
    let mut is_kept = vec![false; points.len()];
    (is_kept[0], is_kept[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let away =
            |at: &usize| distance(points[*at].into(), points[from].into(), points[to].into());
        let farthest = (from + 1..to).max_by(|a, b| away(a).total_cmp(&away(b)));
        if let Some(at) = farthest.filter(|at| away(at) > NEAR) {
            is_kept[at] = true;
            parts.extend([(from, at), (at, to)]);
        }
    }
    (0..=last).filter(|at| is_kept[*at]).map(|at| points[at]).collect()
}

/// The distance of a point from the line between two others.
fn distance(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let along = to - from;
    let t = ((at - from).dot(along) / along.length_sq().max(1e-12)).clamp(0.0, 1.0);
    at.distance(from + along * t)
}

fn erase(cx: &PanelContext, rect: Rect, path: &[Pos2]) {
    /// How near a stroke is that is meant, in points.
    const NEAR: f32 = 8.0;
    let Some(open) = cx.state.take() else { return };
    let is_touched =
        |stroke: &Stroke, at: Pos2| match (stroke.shape, &window_points(rect, stroke)[..]) {
            (StrokeShape::Circle, [centre, .., on]) => {
                (centre.distance(at) - centre.distance(*on)).abs() < NEAR
            }
            (_, [only]) => only.distance(at) < NEAR,
            (_, points) => points.windows(2).any(|ends| distance(at, ends[0], ends[1]) < NEAR),
        };
    // At each place, the stroke that was drawn last of those there.
    let mut touched = BTreeSet::new();
    for &at in path {
        let drawn = open.review.notes_at(cx.state.frame_of(open));
        let hit = drawn.filter(|note| is_drawn_from_here(cx, note)).find_map(|note| {
            let strokes = note.drawing.iter().enumerate().rev();
            let mut left = strokes.filter(|(place, _)| !touched.contains(&(note.id, *place)));
            let (place, _) = left.find(|(_, stroke)| is_touched(stroke, at))?;
            Some((note.id, place))
        });
        touched.extend(hit);
    }
    // What comes later in a note goes first: the places of the others stay.
    for (note, place) in touched.into_iter().rev() {
        cx.ask(NotesCommand::Erase(note, place));
    }
}

/// What is drawn with, in which colour, and the end of it.
pub(crate) fn toolbar(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    const PAD: f32 = 6.0;
    const SWATCH: f32 = 24.0;
    /// Between tools, colours and the end of it.
    const APART: f32 = 8.0;
    let reviewing = &cx.state.session.reviewing;
    let word_width = |word: &str| text_width(ui, word, 13.0) + 18.0;
    let tools = DrawTool::ALL.map(|tool| (0.0, word_width(tool.name())));
    let mut colours = DRAW_COLOURS.map(|_| (0.0, SWATCH));
    colours[0].0 = APART;
    let done = [(APART, word_width("Done"))];
    // From left to right, and below where there is no room.
    let room = rect.width() - 2.0 * (INSET + PAD);
    let height = CONTROL - 4.0;
    let (mut at, mut width) = (vec2(0.0, 0.0), 0.0f32);
    let sizes = tools.into_iter().chain(colours).chain(done);
    let places: Vec<Rect> = sizes
        .map(|(apart, size)| {
            at.x += apart;
            if at.x > 0.0 && at.x + size > room {
                at = vec2(0.0, at.y + height);
            }
            let place = Rect::from_min_size(at.to_pos2(), vec2(size, height));
            at.x += size;
            width = width.max(at.x);
            place
        })
        .collect();
    let size = vec2(width, at.y + height) + vec2(PAD, PAD) * 2.0;
    let bar = Align2::CENTER_TOP.anchor_size(rect.center_top() + vec2(0.0, 10.0), size);
    let behind = ui.interact(bar, Id::unique("drawing tools"), Sense::click_and_drag());
    behind.widget_info(|| WidgetInfo::labeled(Role::Toolbar, true, "Drawing tools"));
    ui.painter().rect_filled(bar, 8.0, cx.colours.bubble);
    let line = Line::new(1.0, cx.colours.line);
    ui.painter().rect_stroke(bar, 8.0, line, StrokeKind::Inside);
    let corner = (bar.min + vec2(PAD, PAD)).to_vec2();
    let mut places = places.into_iter().map(|place| place.translate(corner));
    let mut place = || places.next().unwrap_or(Rect::NOTHING);
    for tool in DrawTool::ALL {
        let is_on = reviewing.draws == Some(tool);
        let is_pressed = tool_button(ui, cx, place(), tool.name(), is_on);
        cx.ask_if(is_pressed, NotesCommand::DrawWith(Some(tool)));
    }
    for colour in DRAW_COLOURS {
        let rect = place();
        let name = format!("Draw in #{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
        let response = ui.interact(rect, Id::unique(("draw in", colour)), Sense::click());
        let is_on = reviewing.draw_colour == colour;
        ui.painter().circle_filled(rect.center(), 6.0, colour32(colour));
        if is_on || response.hovered() {
            ui.painter().circle_stroke(rect.center(), 8.5, Line::new(1.5, cx.colours.text));
        }
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, &name));
        cx.ask_if(hand(response).clicked(), NotesCommand::DrawIn(colour));
    }
    cx.ask_if(tool_button(ui, cx, place(), "Done", false), NotesCommand::DrawWith(None));
}

fn tool_button(ui: &Ui, cx: &PanelContext, rect: Rect, word: &str, is_on: bool) -> bool {
    let response = ui.interact(rect, Id::unique(("drawing tool", word)), Sense::click());
    if is_on {
        ui.painter().rect_filled(rect, CORNER, cx.colours.accent);
    } else if is_near(&response) {
        ui.painter().rect_filled(rect, CORNER, cx.colours.raised);
    }
    let colour = if is_on { cx.colours.on_accent } else { cx.colours.text };
    let galley = one_line(ui, word, regular(13.0), colour);
    put(ui, rect.center() - vec2(galley.size().x * 0.5, 0.0), galley, colour);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, word));
    hand(response).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_line_keeps_its_corners_and_little_else() {
        let along = (0..=100).map(|i| [i as f32 * 0.002, 0.0]);
        let up = (1..=100).map(|i| [0.2, i as f32 * 0.002]);
        let points: Vec<[f32; 2]> = along.chain(up).collect();
        assert_eq!(simplified(points), [[0.0, 0.0], [0.2, 0.0], [0.2, 0.2]]);
        assert_eq!(simplified(vec![[0.1, 0.1]]), [[0.1, 0.1]]);
    }

    #[test]
    fn a_place_in_the_window_is_a_point_of_the_view_and_back() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 400.0));
        assert_eq!(stroke_from_window(rect, rect.center()), [0.0, 0.0]);
        assert_eq!(stroke_from_window(rect, pos2(500.0, 50.0)), [0.0, 0.5]);
        for at in [pos2(100.0, 450.0), pos2(333.0, 77.0)] {
            let back = window_from_stroke(rect, stroke_from_window(rect, at));
            assert!(back.distance(at) < 0.05);
        }
    }
}
