//! Notes in the view: their texts beside their joints, and what is drawn with them.

use egui::{Id, Pos2, Rect, Role, Sense, Stroke as Line, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::notes::drawing::{drawing_rect, is_drawn_from_here, paint_stroke};
use crate::app::theme::{CORNER, INSET};
use crate::app::widgets::{PanelContext, hand};
use crate::app::{
    notes::command::NotesCommand, notes::panel::card::Card, takes::open_take::OpenTake,
};
use crate::review::notes::Note;
use crate::take::NodeId;

const WIDTH: f32 = 210.0;
const LINES: usize = 4;
const MAX_CARDS: usize = 6;

/// The active take, where it is seen, and the notes on the frame that shows.
fn notes_on_frame<'a>(
    cx: &PanelContext<'a>,
) -> Option<(&'a OpenTake, impl Iterator<Item = &'a Note>)> {
    let open = cx.state.take().filter(|open| cx.state.is_seen(open))?;
    Some((open, open.review.notes_at(cx.state.frame_of(open))))
}

/// What is drawn on the frame that shows.
pub fn drawings(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let Some((_, notes)) = notes_on_frame(cx) else { return };
    let mut drawn = notes.filter(|note| !note.drawing.is_empty()).peekable();
    if drawn.peek().is_none() {
        return;
    }
    let rect = drawing_rect(rect, cx);
    let painter = ui.painter().with_clip_rect(rect);
    for note in drawn.filter(|note| is_drawn_from_here(cx, note)) {
        note.drawing.iter().for_each(|stroke| paint_stroke(&painter, rect, stroke));
    }
}

/// Whether a note has a card in the view on its frames.
fn has_card(open: &OpenTake, note: &Note) -> bool {
    let is_current = open.review.note == Some(note.id);
    (!note.done || is_current) && !note.text.trim().is_empty()
}

/// The joints whose names stand on cards beside them.
pub fn labelled_joints(cx: &PanelContext) -> Vec<NodeId> {
    let Some(open) = cx.state.take().filter(|_| cx.state.interface.panels.interface) else {
        return Vec::new();
    };
    let notes = open.review.notes_at(cx.state.frame_of(open));
    let notes = notes.filter(|note| has_card(open, note)).take(MAX_CARDS);
    notes.filter_map(|note| open.take.skeleton.find(note.joint.as_deref()?)).collect()
}

/// What is said on the frame that shows: beside joints, else at the right, else at the left; off what is `taken`.
pub fn cards(ui: &mut Ui, rect: Rect, cx: &PanelContext, mut taken: Vec<Rect>) {
    let Some((open, notes)) = notes_on_frame(cx) else { return };
    let inside = rect.shrink(INSET);
    for note in notes.filter(|note| has_card(open, note)).take(MAX_CARDS) {
        let card = Card::new(ui, cx, note, WIDTH, LINES);
        let node = note.joint.as_deref().and_then(|joint| open.take.skeleton.find(joint));
        let in_view = node.and_then(|node| cx.state.node_in_view(node));
        let joint = in_view.filter(|at| at.is_finite()).map(|at| rect.min + vec2(at.x, at.y));
        let in_sight = joint.filter(|at| rect.contains(*at));
        let place = in_sight.and_then(|at| place_beside(at, card.size, inside, &taken));
        let Some(place) = place.or_else(|| place_at_side(card.size, inside, &taken)) else {
            continue;
        };
        if let Some(at) = joint {
            let line = Line::new(1.0, cx.colours.dim.gamma_multiply(0.7));
            ui.painter().line_segment([at, place.clamp(at)], line);
        }
        taken.push(place);
        let id = Id::unique(("note in the view", note.id));
        let response = hand(ui.interact(place, id, Sense::click()));
        card.paint(ui.painter(), place, cx.colours.bubble.gamma_multiply(0.94));
        if open.review.note == Some(note.id) {
            let line = Line::new(1.0, cx.colours.accent);
            ui.painter().rect_stroke(place, CORNER, line, StrokeKind::Inside);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &note.text));
        cx.ask_if(response.clicked(), NotesCommand::GoTo(note.id));
    }
}

/// A place beside a point that is inside and free: at its right before its left, level before above and below.
fn place_beside(at: Pos2, size: egui::Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    /// From a joint to its card, in points.
    const AWAY: f32 = 34.0;
    let heights = [-0.35, -1.1, 0.4].map(|part| part * size.y);
    let lefts = [AWAY, -AWAY - size.x];
    let corners = heights.into_iter().flat_map(|y| lefts.map(|x| at + vec2(x, y)));
    let lowest = (inside.bottom() - size.y).max(inside.top());
    let mut places = corners.map(|corner| {
        Rect::from_min_size(pos2(corner.x, corner.y.clamp(inside.top(), lowest)), size)
    });
    let is_inside = |x: f32| inside.x_range().contains(x);
    places.find(|place| {
        is_inside(place.left()) && is_inside(place.right()) && overlapped(*place, taken).is_none()
    })
}

/// The highest place that is free at the right of the view, below its gizmo, else at the left.
fn place_at_side(size: egui::Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    const GIZMO: f32 = 92.0;
    [inside.right() - size.x, inside.left()].into_iter().find_map(|left| {
        let mut place = Rect::from_min_size(pos2(left, inside.top() + GIZMO), size);
        while let Some(other) = overlapped(place, taken) {
            place = place.translate(vec2(0.0, other.bottom() + 8.0 - place.top()));
        }
        (place.bottom() <= inside.bottom()).then_some(place)
    })
}

/// The first of some rectangles that a place overlaps, or nearly touches.
fn overlapped(place: Rect, taken: &[Rect]) -> Option<&Rect> {
    taken.iter().find(|other| other.expand(4.0).intersects(place))
}
