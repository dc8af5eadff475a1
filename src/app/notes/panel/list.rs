//! The list of notes: only the cards in sight are laid out; the one that is looked at is edited in place.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::{Id, Key, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::notes::command::NotesCommand;
use crate::app::notes::panel::card::{Card, head};
use crate::app::notes::panel::edit;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::GUTTER;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::focus::Stop;
use crate::app::widgets::rows::follow_focus;
use crate::app::widgets::{gutters, hand};
use crate::review::notes::{Note, Review};

/// Between two cards, in points.
const APART: f32 = 8.0;
/// So many lines of a note show in the list.
const LINES: usize = 4;

/// Which notes are listed, and where their cards begin and end. It is made anew only when a note, the width
/// or the filter changes: of five hundred notes, a picture lays out those in sight.
#[derive(Clone)]
struct Rows {
    /// What it was made of.
    of: u64,
    /// The places of the notes, and the tops of their cards; one more at the end.
    notes: Arc<[usize]>,
    tops: Arc<[f32]>,
}

impl Rows {
    fn of(ui: &Ui, cx: &PanelContext, open: &OpenTake, width: f32) -> Self {
        let id = Id::unique("rows of notes");
        let interface = &cx.state.interface;
        let mut hasher = DefaultHasher::new();
        let review: *const Review = Arc::as_ptr(&open.review.kept);
        (review as usize, open.id.number(), width.to_bits(), open.review.note).hash(&mut hasher);
        (&interface.note_search, interface.note_filter).hash(&mut hasher);
        (cx.state.numbering().first, ui.ctx().pixels_per_point().to_bits()).hash(&mut hasher);
        open.review.kept.notes.iter().for_each(|note| note.stamp.changed.hash(&mut hasher));
        let of = hasher.finish();
        let known: Option<Self> = ui.data(|data| data.get_temp(id));
        if let Some(known) = known.filter(|known| known.of == of) {
            return known;
        }
        let letters = interface.note_search.to_lowercase();
        let listed = open.review.kept.notes.iter().enumerate().filter(|(_, note)| {
            open.review.note == Some(note.id)
                || interface.note_filter.lists(note) && has(note, &letters)
        });
        let mut tops = vec![0.0];
        let mut notes = Vec::new();
        for (place, note) in listed {
            let height = if open.review.note == Some(note.id) {
                edit::height(ui, note, width)
            } else {
                Card::of(ui, cx, note, width, LINES).size.y
            };
            notes.push(place);
            tops.push(tops[tops.len() - 1] + height + APART);
        }
        let rows = Self { of, notes: notes.into(), tops: tops.into() };
        ui.data_mut(|data| data.insert_temp(id, rows.clone()));
        rows
    }
}

/// Whether a note has these letters, in small ones, in its text, joint or author.
fn has(note: &Note, letters: &str) -> bool {
    let texts = [Some(&note.text), note.joint.as_ref(), Some(&note.stamp.author)];
    let mut texts = texts.into_iter().flatten();
    texts.any(|text| text.to_lowercase().contains(letters))
}

/// The cards, in `room` points.
pub fn list_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, room: f32) {
    let width = ui.available_width() - 2.0 * GUTTER;
    let rows = Rows::of(ui, cx, open, width);
    let notes = &open.review.kept.notes;
    if rows.notes.is_empty() {
        return gutters(ui, |ui| {
            let text = if notes.is_empty() {
                "No notes yet.".to_string()
            } else {
                "No note is like that.".to_string()
            };
            ui.label(RichText::new(text).color(cx.colours.dim));
        });
    }
    let current = open.review.note;
    let shown = rows.notes.iter().position(|&place| Some(notes[place].id) == current);
    let id = |row: usize| row_id(open, &notes[rows.notes[row]]);
    let stop = Stop::new(ui, Id::unique("notes"), rows.notes.len(), shown, id);
    let reveal = newly(ui, open, shown);
    let area = egui::ScrollArea::vertical().id_salt("notes").max_height(room);
    area.auto_shrink([false, true]).show_viewport(ui, |ui, viewport| {
        let end = rows.tops[rows.notes.len()];
        ui.set_height(end - APART);
        let origin = ui.max_rect().min;
        let place = |row: usize| {
            let [top, next] = [rows.tops[row], rows.tops[row + 1]];
            let at = pos2(origin.x + GUTTER, origin.y + top);
            Rect::from_min_size(at, vec2(width, next - top - APART))
        };
        if let Some(row) = reveal {
            ui.scroll_to_rect_animation(place(row), None, egui::style::ScrollAnimation::none());
        }
        let first = rows.tops.partition_point(|top| *top <= viewport.top()).max(1) - 1;
        let last = rows.tops.partition_point(|top| *top < viewport.bottom()).min(rows.notes.len());
        let in_sight = first.min(rows.notes.len())..last;
        let kept = [shown, Some(stop.row)].into_iter().flatten();
        let kept = kept.filter(|row| *row < rows.notes.len() && !in_sight.contains(row));
        let mut kept: Vec<usize> = kept.collect();
        kept.dedup();
        for row in in_sight.clone().chain(kept) {
            let note = &notes[rows.notes[row]];
            if shown == Some(row) {
                edit::edit_ui(ui, cx, (open, note), place(row), (&stop, row, id(row)))
            } else {
                card_ui(ui, cx, note, place(row), (&stop, row, id(row)))
            }
        }
    });
}

fn row_id(open: &OpenTake, note: &Note) -> Id {
    Id::unique(("note", open.id, note.id))
}

/// The row of the note that is looked at, where another one has become it since the last layout.
fn newly(ui: &Ui, open: &OpenTake, shown: Option<usize>) -> Option<usize> {
    let id = Id::unique("note that is looked at");
    let now = (open.id, open.review.note);
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    shown.filter(|_| before != Some(now))
}

fn card_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    note: &Note,
    rect: Rect,
    (stop, row, id): (&Stop, usize, Id),
) {
    let pressed = stop.row(ui, row, &[id], false);
    let response = hand(ui.interact(rect, id, stop.sense(ui, row, id) | Sense::click()));
    follow_focus(ui, &response, rect);
    let towards = if response.hovered() || response.has_focus() { 0.06 } else { 0.0 };
    let fill = cx.colours.raised.lerp_to_gamma(cx.colours.text, towards);
    Card::of(ui, cx, note, rect.width(), LINES).paint(ui.painter(), rect, fill);
    let name = format!("{}: {}", head(cx.state, note), note.text);
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &name));
    if response.clicked() || matches!(pressed, Some(Key::Enter | Key::Space)) {
        cx.ask(NotesCommand::GoTo(note.id));
    }
}
