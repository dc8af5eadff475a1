//! Drawing on the view: what is drawn with, the way of the pointer as strokes of a note, and erasing.

use std::collections::BTreeSet;

use egui::{
    Align2, Color32, CursorIcon, Event, Id, Painter, PointerButton, Pos2, Rect, Response, Role,
    Sense, Shape, Stroke as Line, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::colours::picker::colour32;
use crate::app::notes::command::{DrawTool, NotesCommand};
use crate::app::notes::reviewing::DRAW_COLOURS;
use crate::app::theme::{CONTROL, CORNER, INSET, regular};
use crate::app::view::cell::cell_rect;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::hand;
use crate::app::widgets::text::{one_line, put, text_width};
use crate::review::notes::{Note, Stroke, StrokeShape};
use crate::scene::Rgba;

/// The width of a stroke, in heights of the view.
const WIDTH: f32 = 0.004;

/// The part of the view that is drawn on: where the active take is.
pub(crate) fn drawn_on(rect: Rect, cx: &PanelContext) -> Rect {
    cell_rect(rect, cx.state, cx.state.cell_of_active())
}

/// Whether what is drawn with a note was drawn from where the camera is.
pub(crate) fn is_drawn_from_here(cx: &PanelContext, note: &Note) -> bool {
    note.is_drawn_from(&cx.state.view.seen_camera(&cx.state.session))
}

/// Where a point of a stroke is in the window.
fn in_window(rect: Rect, [x, y]: [f32; 2]) -> Pos2 {
    rect.center() + vec2(x, -y) * rect.height()
}

/// The point of a stroke at a place in the window.
fn in_view(rect: Rect, at: Pos2) -> [f32; 2] {
    let from = (at - rect.center()) / rect.height().max(1.0);
    // So many digits are less than a pixel of any screen.
    [from.x, -from.y].map(|value| (value * 1e4).round() / 1e4)
}

/// Paints a stroke.
pub(crate) fn paint_stroke(painter: &Painter, rect: Rect, stroke: &Stroke) {
    let points: Vec<Pos2> = stroke.points.iter().map(|at| in_window(rect, *at)).collect();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
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
                let to = last + along + along.rot90() * side;
                painter.line_segment([last, to], line);
            }
        }
    }
}

/// Draws with the left button where something is drawn with; tells whether that has the mouse.
pub fn draw(ui: &Ui, rect: Rect, cx: &PanelContext, response: &Response) -> bool {
    let Some(tool) = cx.state.session.reviewing.draws else {
        return false;
    };
    let rect = drawn_on(rect, cx);
    let id = response.id.with("stroke");
    let mut points: Vec<[f32; 2]> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let is_other = [PointerButton::Middle, PointerButton::Secondary]
        .into_iter()
        .any(|button| response.dragged_by(button));
    if is_other || ui.input(|i| i.modifiers.alt) && points.is_empty() {
        // The camera can be moved meanwhile.
        return false;
    }
    if response.contains_pointer() {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let pressed = response.is_pointer_button_down_on();
    if let (true, Some(at)) = (pressed, response.interact_pointer_pos()) {
        if points.is_empty() {
            let origin = ui.input(|i| i.pointer.press_origin()).unwrap_or(at);
            points.push(in_view(rect, origin));
        }
        match tool {
            DrawTool::Erase => erase(cx, rect, &way(ui, at)),
            DrawTool::Draw(StrokeShape::Freehand) => {
                for at in way(ui, at) {
                    let last = points.last().map(|last| in_window(rect, *last));
                    if last.is_none_or(|last| last.distance(at) >= 1.5) {
                        points.push(in_view(rect, at));
                    }
                }
            }
            DrawTool::Draw(_) => {
                points.truncate(1);
                points.push(in_view(rect, at));
            }
        }
        if let DrawTool::Draw(shape) = tool {
            let stroke = stroke(shape, points.clone(), cx.state.session.reviewing.draw_colour);
            paint_stroke(&ui.painter().with_clip_rect(rect), rect, &stroke);
        }
        ui.data_mut(|data| data.insert_temp(id, points));
    } else if !points.is_empty() {
        ui.data_mut(|data| data.remove::<Vec<[f32; 2]>>(id));
        if let DrawTool::Draw(shape) = tool {
            let is_click = points.len() < 2 || {
                let [first, last] = [points[0], points[points.len() - 1]];
                let far = in_window(rect, first).distance(in_window(rect, last));
                shape != StrokeShape::Freehand && far < 3.0
            };
            if !is_click {
                let colour = cx.state.session.reviewing.draw_colour;
                cx.ask(NotesCommand::Draw(stroke(shape, thinned(points), colour)));
            }
        }
    }
    true
}

/// The way of a pointer that is `at` a place now: of what it did since the last layout, each place counts.
fn way(ui: &Ui, at: Pos2) -> Vec<Pos2> {
    let moved = |event: &Event| match event {
        Event::PointerMoved(at) => Some(*at),
        _ => None,
    };
    let mut way: Vec<Pos2> = ui.input(|i| i.events.iter().filter_map(moved).collect());
    if way.last() != Some(&at) {
        way.push(at);
    }
    way
}

fn stroke(shape: StrokeShape, points: Vec<[f32; 2]>, colour: Rgba) -> Stroke {
    Stroke { shape, colour, width: WIDTH, points, other: Default::default() }
}

/// The points of a line without those that lie on it but for half a stroke's width (Douglas and Peucker,
/// *Algorithms for the reduction of the number of points required to represent a digitized line*, 1973).
fn thinned(points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    /// In heights of the view.
    const NEAR: f32 = 0.0007;
    if points.len() < 3 {
        return points;
    }
    let mut kept = vec![false; points.len()];
    let last = points.len() - 1;
    (kept[0], kept[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let [a, b] = [points[from], points[to]].map(|[x, y]| pos2(x, y));
        let line = [a, b];
        let away = |at: &usize| {
            let [x, y] = points[*at];
            let at = pos2(x, y);
            let along = line[1] - line[0];
            let t = ((at - line[0]).dot(along) / along.length_sq().max(1e-12)).clamp(0.0, 1.0);
            at.distance(line[0] + along * t)
        };
        let farthest = (from + 1..to).max_by(|a, b| away(a).total_cmp(&away(b)));
        if let Some(at) = farthest.filter(|at| away(at) > NEAR) {
            kept[at] = true;
            parts.extend([(from, at), (at, to)]);
        }
    }
    let kept = points.into_iter().zip(kept);
    kept.filter_map(|(point, kept)| kept.then_some(point)).collect()
}

/// Erases the strokes along a way.
fn erase(cx: &PanelContext, rect: Rect, way: &[Pos2]) {
    /// How near a stroke is that is meant, in points.
    const NEAR: f32 = 8.0;
    let Some(open) = cx.state.take() else { return };
    let is_touched = |stroke: &Stroke, at: Pos2| {
        let points: Vec<Pos2> = stroke.points.iter().map(|at| in_window(rect, *at)).collect();
        match (stroke.shape, &points[..]) {
            (StrokeShape::Circle, [centre, .., on]) => {
                (centre.distance(at) - centre.distance(*on)).abs() < NEAR
            }
            (_, [only]) => only.distance(at) < NEAR,
            (_, points) => points.windows(2).any(|ends| {
                let along = ends[1] - ends[0];
                let t = (at - ends[0]).dot(along) / along.length_sq().max(1e-6);
                at.distance(ends[0] + along * t.clamp(0.0, 1.0)) < NEAR
            }),
        }
    };
    // At each place, the stroke that was drawn last of those there.
    let mut touched = BTreeSet::new();
    for &at in way {
        let here = open.review.notes_at(cx.state.frame_of(open));
        let drawn = here.filter(|note| is_drawn_from_here(cx, note));
        touched.extend(
            drawn
                .filter_map(|note| {
                    let strokes = note.drawing.iter().enumerate().rev();
                    let mut left =
                        strokes.filter(|(place, _)| !touched.contains(&(note.id, *place)));
                    let (place, _) = left.find(|(_, stroke)| is_touched(stroke, at))?;
                    Some((note.id, place))
                })
                .next(),
        );
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
    let session = &cx.state.session;
    let word_width = |word: &str| text_width(ui, word, 13.0) + 18.0;
    let tools = DrawTool::ALL.map(|tool| (0.0, word_width(tool.name())));
    let mut colours = DRAW_COLOURS.map(|_| (0.0, SWATCH));
    colours[0].0 = APART;
    let done = [(APART, word_width("Done"))];
    // From left to right, and below where there is no room.
    let room = rect.width() - 2.0 * (INSET + PAD);
    let height = CONTROL - 4.0;
    let (mut at, mut width) = (vec2(0.0, 0.0), 0.0f32);
    let places = tools.into_iter().chain(colours).chain(done);
    let places: Vec<Rect> = places
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
        let is_on = session.reviewing.draws == Some(tool);
        if word(ui, cx, place(), tool.name(), is_on) {
            cx.ask(NotesCommand::DrawWith(Some(tool)));
        }
    }
    for colour in DRAW_COLOURS {
        let rect = place();
        let name = format!("Draw in #{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
        let response = ui.interact(rect, Id::unique(("draw in", colour)), Sense::click());
        let is_on = session.reviewing.draw_colour == colour;
        let at = rect.center();
        ui.painter().circle_filled(at, 6.0, colour32(colour));
        if is_on || response.hovered() {
            let line = Line::new(1.5, cx.colours.text);
            ui.painter().circle_stroke(at, 8.5, line);
        }
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, &name));
        if hand(response).clicked() {
            cx.ask(NotesCommand::DrawIn(colour));
        }
    }
    if word(ui, cx, place(), "Done", false) {
        cx.ask(NotesCommand::DrawWith(None));
    }
}

/// A word of the toolbar that can be clicked.
fn word(ui: &Ui, cx: &PanelContext, rect: Rect, word: &str, is_on: bool) -> bool {
    let response = ui.interact(rect, Id::unique(("drawing tool", word)), Sense::click());
    let fill: Option<Color32> = match (is_on, response.hovered() || response.has_focus()) {
        (true, _) => Some(cx.colours.accent),
        (_, true) => Some(cx.colours.raised),
        _ => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, CORNER, fill);
    }
    let colour = if is_on { cx.colours.on_accent } else { cx.colours.text };
    let galley = one_line(ui, word, regular(13.0), colour);
    let at = rect.center() - vec2(galley.size().x * 0.5, 0.0);
    put(ui, at, galley, colour);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, word));
    hand(response).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_corners_and_little_else() {
        let along = (0..=100).map(|i| [i as f32 * 0.002, 0.0]);
        let up = (1..=100).map(|i| [0.2, i as f32 * 0.002]);
        let points: Vec<[f32; 2]> = along.chain(up).collect();
        assert_eq!(thinned(points), [[0.0, 0.0], [0.2, 0.0], [0.2, 0.2]]);
        assert_eq!(thinned(vec![[0.1, 0.1]]), [[0.1, 0.1]]);
    }

    #[test]
    fn a_place_in_the_window_is_a_point_of_the_view_and_back() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 400.0));
        assert_eq!(in_view(rect, rect.center()), [0.0, 0.0]);
        assert_eq!(in_view(rect, pos2(500.0, 50.0)), [0.0, 0.5]);
        for at in [pos2(100.0, 450.0), pos2(333.0, 77.0)] {
            assert!(in_window(rect, in_view(rect, at)).distance(at) < 0.05);
        }
    }
}
