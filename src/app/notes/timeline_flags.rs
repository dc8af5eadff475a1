//! The notes of the active take on the timeline: a flag where each begins, and a bar where it goes on.

use egui::{Painter, Pos2, Rect, Stroke, StrokeKind};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::app::notes::panel::card::{colour_of, headline};
use crate::app::{
    state::State, takes::open_take::OpenTake, theme::Colours, timeline::panel::flags::FLAG,
    timeline::panel::layout::TimelineLayout, timeline::panel::paint::flag_shape,
    timeline::panel::range::behind, timeline::panel::scale::nearest, widgets::PlainRects,
};
use crate::review::notes::{Id, Note};

/// The notes that are in sight, with where they begin and end. Of those whose flags would lie on one another, the
/// later ones have none: they are left out here, but for the one that is looked at.
fn in_sight<'a>(
    state: &'a State,
    open: &'a OpenTake,
    layout: &'a TimelineLayout,
) -> impl Iterator<Item = (&'a Note, [f32; 2])> {
    let mut last = f32::NEG_INFINITY;
    let in_sight = layout.rect.x_range();
    let before = state.session.timeline.before;
    open.review.kept.notes.iter().filter_map(move |note| {
        let ends = [note.frames.first, note.frames.last];
        let [from, to] = ends.map(|frame| layout.scale.x((frame + before) as f64));
        let is_current = open.review.note == Some(note.id);
        let has_flag = from - last >= 2.0 || to - from > 4.0 || is_current;
        if to < in_sight.min || from > in_sight.max || !has_flag {
            return None;
        }
        last = from;
        Some((note, [from, to]))
    })
}

/// Draws flags and bars; the note that is looked at is the last one, over all others. Where flags would lie on
/// one another, only the last of them has one, and the others are poles.
pub fn paint(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let (Some(open), Some(y)) = (state.take(), layout.notes) else { return };
    let shown: Vec<(&Note, [f32; 2])> = in_sight(state, open, layout).collect();
    let (mut plain, mut flags) = (PlainRects::default(), Vec::new());
    for (place, &(note, [from, to])) in shown.iter().enumerate() {
        let mut colour = colour_of(note.kind, state.theme());
        if note.done {
            colour = colours.panel.lerp_to_gamma(colour, 0.5);
        }
        let is_current = open.review.note == Some(note.id);
        if to > from {
            plain.add(painter, Rect::from_x_y_ranges(from..=to, y.min + 3.0..=y.min + 6.0), colour);
        }
        let next = shown.get(place + 1).map_or(f32::INFINITY, |(_, [from, _])| *from);
        if next - from < FLAG && !is_current {
            plain.add(painter, Rect::from_x_y_ranges(from - 0.5..=from + 0.5, y), colour);
        } else {
            flags.push((is_current, note, from, colour));
        }
    }
    plain.paint(painter);
    flags.sort_by_key(|(is_current, ..)| *is_current);
    for (is_current, note, from, colour) in flags {
        let frame = note.frames.first + state.session.timeline.before;
        painter.vline(from, y, Stroke::new(4.0, behind(&state.session.playback, frame, colours)));
        flag_shape(painter, from, y.min + 1.0, y.max, colour);
        if is_current {
            let around = Rect::from_x_y_ranges(from - 2.0..=from + FLAG + 2.0, y);
            painter.rect_stroke(around, 2.0, Stroke::new(1.0, colours.text), StrokeKind::Outside);
        }
    }
}

/// The note whose flag or bar is at a place.
pub fn note_at(state: &State, layout: &TimelineLayout, at: Pos2) -> Option<Id> {
    layout.notes.filter(|y| y.expand(1.0).contains(at.y))?;
    let open = state.take()?;
    let here = in_sight(state, open, layout)
        .filter(|&(_, [from, to])| (from - 3.0..=to.max(from + FLAG) + 1.0).contains(&at.x));
    // Of two, the one that begins nearer.
    nearest(here, |(_, [from, _])| (at.x - from).abs()).map(|(note, _)| note.id)
}

/// What a note says, for the tip of its flag.
pub fn tooltip(state: &State, id: Id) -> Option<String> {
    const MAX_LETTERS: usize = 240;
    let note: &Note = state.take()?.review.kept.get(id)?;
    let mut tip = headline(state, note);
    if let Some(joint) = &note.joint {
        tip += &format!(" · {joint}");
    }
    let text = note.text.trim();
    match text.grapheme_indices(true).nth(MAX_LETTERS) {
        Some((end, _)) => tip += &format!("\n{}…", &text[..end]),
        None if text.is_empty() => {}
        None => tip += &format!("\n{text}"),
    }
    Some(tip)
}
