//! Notes in the view: their texts beside their joints, and what is drawn with them.

use egui::{Id, Pos2, Rect, Role, Sense, Stroke as Line, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::notes::command::NotesCommand;
use crate::app::notes::drawing::{drawn_on, is_drawn_from_here, paint_stroke};
use crate::app::notes::panel::card::Card;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{CORNER, INSET};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::hand;
use crate::review::notes::Note;
use crate::take::NodeId;

/// The width of a card, and how many lines of its text show.
const CARD: (f32, usize) = (210.0, 4);
/// So many cards show at most.
const MAX_CARDS: usize = 6;

/// The active take, where it is seen, and the notes on the frame that shows.
fn notes_here<'a>(cx: &PanelContext<'a>) -> Option<(&'a OpenTake, impl Iterator<Item = &'a Note>)> {
    let open = cx.state.take().filter(|open| cx.state.is_seen(open))?;
    Some((open, open.review.notes_at(cx.state.frame_of(open))))
}

/// What is drawn on the frame that shows.
pub fn drawings(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let Some((_, here)) = notes_here(cx) else {
        return;
    };
    let mut drawn = here.filter(|note| !note.drawing.is_empty()).peekable();
    if drawn.peek().is_none() {
        return;
    }
    let rect = drawn_on(rect, cx);
    let painter = ui.painter().with_clip_rect(rect);
    for note in drawn.filter(|note| is_drawn_from_here(cx, note)) {
        for stroke in &note.drawing {
            paint_stroke(&painter, rect, stroke);
        }
    }
}

/// Whether the text of a note shows in the view on its frames.
fn is_told(open: &OpenTake, note: &Note) -> bool {
    let is_current = open.review.note == Some(note.id);
    (!note.done || is_current) && !note.text.trim().is_empty()
}

/// The joints whose names stand on cards beside them.
pub fn labelled_joints(cx: &PanelContext) -> Vec<NodeId> {
    let Some(open) = cx.state.take().filter(|_| cx.state.interface.panels.interface) else {
        return Vec::new();
    };
    let here = open.review.notes_at(cx.state.frame_of(open));
    let told = here.filter(|note| is_told(open, note)).take(MAX_CARDS);
    let joints = told.filter_map(|note| open.take.skeleton.find(note.joint.as_deref()?));
    joints.collect()
}

/// What is said on the frame that shows: beside joints, else at the right, else at the left; off what is `taken`.
pub fn cards(ui: &mut Ui, rect: Rect, cx: &PanelContext, mut taken: Vec<Rect>) {
    /// From a joint to its card, in points.
    const AWAY: f32 = 34.0;
    let Some((open, here)) = notes_here(cx) else {
        return;
    };
    let inside = rect.shrink(INSET);
    for note in here.filter(|note| is_told(open, note)).take(MAX_CARDS) {
        let card = Card::of(ui, cx, note, CARD.0, CARD.1);
        let joint = note.joint.as_deref();
        let joint = joint.and_then(|joint| open.take.skeleton.find(joint));
        let joint = joint.and_then(|joint| cx.state.node_in_view(joint));
        let joint = joint.filter(|at| at.is_finite());
        let joint = joint.map(|at| rect.min + vec2(at.x, at.y));
        let at = joint.filter(|at| rect.contains(*at));
        let place = at.and_then(|at| beside(at, AWAY, card.size, inside, &taken));
        let Some(place) = place.or_else(|| at_side(card.size, inside, &taken)) else {
            continue;
        };
        if let Some(at) = joint {
            let end = place.clamp(at);
            let line = Line::new(1.0, cx.colours.dim.gamma_multiply(0.7));
            ui.painter().line_segment([at, end], line);
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
        if response.clicked() {
            cx.ask(NotesCommand::GoTo(note.id));
        }
    }
}

/// A place beside a point that is inside and free: at its right before its left, level before above and below.
fn beside(at: Pos2, away: f32, size: egui::Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    let heights = [-0.35, -1.1, 0.4].map(|part| part * size.y);
    let lefts = [away, -away - size.x];
    let corners = heights.into_iter().flat_map(|y| lefts.map(|x| at + vec2(x, y)));
    let places = corners.map(|corner| {
        let place = Rect::from_min_size(corner, size);
        let y = place.top().clamp(inside.top(), (inside.bottom() - size.y).max(inside.top()));
        Rect::from_min_size(pos2(place.left(), y), size)
    });
    let is_free = |place: &Rect| {
        inside.x_range().contains(place.left())
            && inside.x_range().contains(place.right())
            && covered(*place, taken).is_none()
    };
    places.into_iter().find(is_free)
}

/// The highest place that is free at the right of the view, below its gizmo, else at the left.
fn at_side(size: egui::Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    /// What is above the cards at a side.
    const ABOVE: f32 = 92.0;
    [inside.right() - size.x, inside.left()].into_iter().find_map(|left| {
        let corner = pos2(left, inside.top() + ABOVE);
        let mut place = Rect::from_min_size(corner, size);
        while let Some(other) = covered(place, taken) {
            place = place.translate(vec2(0.0, other.bottom() + 8.0 - place.top()));
        }
        (place.bottom() <= inside.bottom()).then_some(place)
    })
}

/// The first of some rectangles that a place covers, or nearly touches.
fn covered(place: Rect, taken: &[Rect]) -> Option<&Rect> {
    let mut others = taken.iter();
    others.find(|other| other.expand(4.0).intersects(place))
}
