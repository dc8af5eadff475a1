//! The notes of the active take on the timeline: a flag where each begins, and a bar where it goes on.

use egui::{Color32, Painter, Pos2, Rect, Stroke};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::app::notes::panel::card::{colour_of, head};
use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::Colours;
use crate::app::timeline::panel::flag_paint::flag_shape;
use crate::app::timeline::panel::flags::FLAG;
use crate::app::timeline::panel::layout::TimelineLayout;
use crate::app::timeline::panel::range::behind;
use crate::app::widgets::plain_rects::PlainRects;
use crate::review::notes::{Id, Note};

/// From where to where a note is.
fn ends(state: &State, layout: &TimelineLayout, note: &Note) -> [f32; 2] {
    let before = state.session.timeline.before;
    let at = |frame: usize| layout.scale.x((frame + before) as f64);
    [at(note.frames.first), at(note.frames.last)]
}

/// The notes that are in sight, with their ends. Of those whose flags would lie on one another, the later ones
/// have none: they are left out here, but for the one that is looked at.
fn in_sight<'a>(
    state: &'a State,
    open: &'a OpenTake,
    layout: &'a TimelineLayout,
) -> impl Iterator<Item = (&'a Note, [f32; 2])> {
    let mut last = f32::NEG_INFINITY;
    let seen = layout.rect.x_range();
    let notes = open.review.kept.notes.iter();
    notes.filter_map(move |note| {
        let [from, to] = ends(state, layout, note);
        let is_current = open.review.note == Some(note.id);
        let is_told = from - last >= 2.0 || to - from > 4.0 || is_current;
        if to < seen.min || from > seen.max || !is_told {
            return None;
        }
        last = from;
        Some((note, [from, to]))
    })
}

/// Draws flags and bars; the note that is looked at is the last one, over all others. Where flags would lie on
/// one another, only the last of them has one, and the others are poles.
pub fn paint(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let (Some(open), Some(y)) = (state.take(), layout.notes) else {
        return;
    };
    let shown: Vec<(&Note, [f32; 2])> = in_sight(state, open, layout).collect();
    let (mut plain, mut flags) = (PlainRects::default(), Vec::new());
    for (place, &(note, [from, to])) in shown.iter().enumerate() {
        let colour = if note.done {
            colours.panel.lerp_to_gamma(colour_of(note.kind, state.theme()), 0.5)
        } else {
            colour_of(note.kind, state.theme())
        };
        let is_current = open.review.note == Some(note.id);
        if to > from {
            let bar = Rect::from_x_y_ranges(from..=to, y.min + 3.0..=y.min + 6.0);
            plain.add(painter, bar, colour);
        }
        let next = shown.get(place + 1);
        let next = next.map_or(f32::INFINITY, |(_, [from, _])| *from);
        if next - from < FLAG && !is_current {
            let pole = Rect::from_x_y_ranges(from - 0.5..=from + 0.5, y);
            plain.add(painter, pole, colour);
        } else {
            flags.push((is_current, note, from, colour));
        }
    }
    plain.paint(painter);
    flags.sort_by_key(|(is_current, ..)| *is_current);
    for (is_current, note, from, colour) in flags {
        let frame = note.frames.first + state.session.timeline.before;
        let ground: Color32 = behind(&state.session.playback, frame, colours);
        painter.vline(from, y, Stroke::new(4.0, ground));
        flag_shape(painter, from, y.min + 1.0, y.max, colour);
        if is_current {
            let around = Rect::from_x_y_ranges(from - 2.0..=from + FLAG + 2.0, y);
            let line = Stroke::new(1.0, colours.text);
            painter.rect_stroke(around, 2.0, line, egui::StrokeKind::Outside);
        }
    }
}

/// The note whose flag or bar is at a place.
pub fn note_at(state: &State, layout: &TimelineLayout, at: Pos2) -> Option<Id> {
    let y = layout.notes?;
    if !y.expand(1.0).contains(at.y) {
        return None;
    }
    let open = state.take()?;
    let reach = |[from, to]: [f32; 2]| from - 3.0..=to.max(from + FLAG) + 1.0;
    let here = in_sight(state, open, layout).filter(|(_, ends)| reach(*ends).contains(&at.x));
    // Of two, the one that begins nearer.
    let away = |(_, [from, _]): &(&Note, [f32; 2])| (at.x - from).abs();
    let nearest = here.min_by(|a, b| away(a).total_cmp(&away(b)));
    nearest.map(|(note, _)| note.id)
}

/// What a note says, for the tip of its flag.
pub fn tooltip(state: &State, id: Id) -> Option<String> {
    /// So many letters are told.
    const MAX: usize = 240;
    let note: &Note = state.take()?.review.kept.get(id)?;
    let mut text = head(state, note);
    if let Some(joint) = &note.joint {
        text += &format!(" · {joint}");
    }
    if !note.text.trim().is_empty() {
        let whole = note.text.trim();
        let cut = whole.grapheme_indices(true).nth(MAX);
        let said = cut.map_or(whole, |(end, _)| &whole[..end]);
        let more = cut.map_or("", |_| "…");
        text += &format!("\n{said}{more}");
    }
    Some(text)
}
