//! The notes tab: the rating of the active take and the notes on it, to be searched, filtered and edited in
//! place.

pub(crate) mod card;
pub(crate) mod edit;
pub(crate) mod rating;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::style::ScrollAnimation;
use egui::{
    Context, Id, Key, Popup, Rect, Response, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::app::notes::command::{DrawTool, NotesCommand};
use crate::app::notes::panel::card::{Card, headline};
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::widgets::menu_rows::{action_rows, menu_items};
use crate::app::widgets::{
    ListFocus, PanelContext, command_button, dim_label, gutters, hand, is_near, rows_of,
    search_field, text_width, word_button, word_button_width,
};
use crate::app::{
    command::actions::Menu, interface::command::InterfaceCommand, notes::take_review::SaveState,
    state::State, takes::open_take::OpenTake, widgets::rows::follow_focus,
};
use crate::files::Reviews;
use crate::options::NoteFilter;
use crate::platform::HAS_DESKTOP;
use crate::review::notes::{Note, Review, StrokeShape};
use crate::take::counted;

/// Whether the text of the note that is looked at is typed.
pub fn note_has_keyboard(ctx: &Context, state: &State) -> bool {
    let note = state.take().and_then(|open| open.review.note);
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some() && focused == note.map(edit::field_id)
}

/// The buttons below the list: their words, and whether they open menus.
const BUTTONS: [(&str, bool); 3] = [("Add note", false), ("Share", true), ("Draw", false)];

/// Rating, search, notes, and what can be done with them.
pub fn notes_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    gutters(ui, |ui| {
        rating::rating_ui(ui, cx, open);
        ui.add_space(8.0);
        if !open.review.kept.notes.is_empty() {
            search_row(ui, cx, open);
            ui.add_space(8.0);
        }
    });
    let widths = BUTTONS.map(|(word, opens)| word_button_width(ui, word, opens));
    let rows = rows_of(&widths, 8.0, ui.available_width() - 2.0 * GUTTER) as f32;
    let below = rows * (CONTROL + 6.0) + 38.0;
    let room = (ui.available_height() - below).max(80.0);
    list_ui(ui, cx, open, room);
    gutters(ui, |ui| {
        ui.add_space(8.0);
        buttons(ui, cx, open);
        saving_status(ui, cx, open);
    });
}

fn search_row(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let filter = cx.state.interface.note_filter;
    let width = ui.available_width() - word_button_width(ui, filter.name(), true) - 8.0;
    ui.horizontal(|ui| {
        let mut hint = format!("Search {}", counted(open.review.kept.notes.len(), "note"));
        if text_width(ui, &hint, 13.0) > width - 22.0 {
            hint.truncate("Search".len());
        }
        let tip = "Filter by text, joint or author. Esc clears the search";
        let before = &cx.state.interface.note_search;
        let texts = ["Search notes", hint.as_str(), tip];
        search_field(ui, cx, texts, width, before, InterfaceCommand::SearchNotes);
        let button = word_button(ui, cx, filter.name(), "Which notes are listed", true);
        Popup::menu(&button).show(|ui| {
            let choices = NoteFilter::ALL
                .map(|to| (to == filter, to.name(), InterfaceCommand::FilterNotes(to)));
            menu_items(ui, cx, choices);
        });
    });
}

fn buttons(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        let tip = cx.tip("Add a note at this frame, or at the in and out range", NotesCommand::Add);
        let [add, share, draw] = BUTTONS.map(|(word, _)| word);
        command_button(ui, cx, add, "Add note", tip, NotesCommand::Add);
        let is_empty = open.review.kept.notes.is_empty() && open.review.kept.events.is_empty();
        let button = word_button(ui, cx, share, "Copy, export and import notes", true);
        Popup::menu(&button).show(|ui| {
            ui.set_width(230.0);
            ui.add_enabled_ui(!is_empty, |ui| action_rows(ui, cx, Menu::Notes, 1));
            action_rows(ui, cx, Menu::Notes, 2);
        });
        let tip = "Draw on this frame: the drawing is kept with a note and its view";
        let freehand = DrawTool::Draw(StrokeShape::Freehand);
        let command = NotesCommand::DrawWith(Some(freehand));
        command_button(ui, cx, draw, "Draw on the view", tip, command);
    });
}

/// Whether everything is on the disk, and why not.
fn saving_status(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let review = &open.review;
    ui.add_space(4.0);
    let (text, colour) = match &review.saving {
        _ if open.path.is_none() => {
            ("Notes on the built-in take are not kept.".to_string(), cx.colours.dim)
        }
        SaveState::Saved if review.kept.is_empty() => return,
        SaveState::Saved => {
            let beside = open.review_path().map(|take| Reviews::beside(&take));
            let text = match &review.saved_in {
                None => "Saved".to_string(),
                file if *file == beside && HAS_DESKTOP => "Saved beside the take".to_string(),
                file if *file == beside => "Saved in this browser".to_string(),
                Some(file) => format!("Saved in {}", file.display()),
            };
            (text, cx.colours.dim)
        }
        SaveState::Pending => ("Saving…".to_string(), cx.colours.dim),
        SaveState::Failed(error) | SaveState::Newer(error) => {
            (format!("Not saved: {error}"), cx.colours.finding)
        }
    };
    ui.label(RichText::new(text).color(colour).size(11.5));
    if open.path.is_some() && matches!(review.saving, SaveState::Newer(_)) {
        let tip = "Keep the newer file under another name, and save these notes in its place";
        let command = NotesCommand::ReplaceNewer(open.id);
        command_button(ui, cx, "Replace", "Replace newer notes", tip, command);
    }
}

const APART: f32 = 8.0;
const LINES: usize = 4;

/// Which notes are listed, and where their cards begin and end. It is made anew only when a note, the width
/// or the filter changes: of five hundred notes, a picture lays out those in sight.
#[derive(Clone)]
struct Rows {
    /// What it was made of.
    hash: u64,
    /// The places of the notes, and the tops of their cards; one more at the end.
    notes: Arc<[usize]>,
    tops: Arc<[f32]>,
}

impl Rows {
    fn new(ui: &Ui, cx: &PanelContext, open: &OpenTake, width: f32) -> Self {
        let id = Id::unique("rows of notes");
        let interface = &cx.state.interface;
        let all = &open.review.kept.notes;
        let current = open.review.note;
        let mut hasher = DefaultHasher::new();
        let review: *const Review = Arc::as_ptr(&open.review.kept);
        (review as usize, open.id.number(), width.to_bits(), current).hash(&mut hasher);
        (&interface.note_search, interface.note_filter).hash(&mut hasher);
        (cx.state.numbering().first, ui.ctx().pixels_per_point().to_bits()).hash(&mut hasher);
        all.iter().for_each(|note| note.stamp.changed.hash(&mut hasher));
        let hash = hasher.finish();
        let known: Option<Self> = ui.data(|data| data.get_temp(id));
        if let Some(known) = known.filter(|known| known.hash == hash) {
            return known;
        }
        let letters = interface.note_search.to_lowercase();
        let (mut tops, mut notes) = (vec![0.0], Vec::new());
        for (place, note) in all.iter().enumerate() {
            let height = if current == Some(note.id) {
                edit::height(ui, note, width)
            } else if interface.note_filter.lists(note) && contains(note, &letters) {
                Card::new(ui, cx, note, width, LINES).size.y
            } else {
                continue;
            };
            notes.push(place);
            tops.push(tops[tops.len() - 1] + height + APART);
        }
        let rows = Self { hash, notes: notes.into(), tops: tops.into() };
        ui.data_mut(|data| data.insert_temp(id, rows.clone()));
        rows
    }
}

/// Whether a note has these letters, in small ones, in its text, joint or author.
fn contains(note: &Note, letters: &str) -> bool {
    let texts = [Some(&note.text), note.joint.as_ref(), Some(&note.stamp.author)];
    texts.into_iter().flatten().any(|text| text.to_lowercase().contains(letters))
}

/// The cards, in `room` points.
fn list_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, room: f32) {
    let width = ui.available_width() - 2.0 * GUTTER;
    let rows = Rows::new(ui, cx, open, width);
    let notes = &open.review.kept.notes;
    let count = rows.notes.len();
    if count == 0 {
        let text = if notes.is_empty() { "No notes yet." } else { "No note is like that." };
        return gutters(ui, |ui| dim_label(ui, cx, text));
    }
    let current = open.review.note;
    let shown = rows.notes.iter().position(|&place| Some(notes[place].id) == current);
    let row_id = |row: usize| Id::unique(("note", open.id, notes[rows.notes[row]].id));
    let stop = ListFocus::new(ui, Id::unique("notes"), count, shown, row_id);
    let is_new = is_newly_current(ui, open);
    let area = ScrollArea::vertical().id_salt("notes").max_height(room);
    area.auto_shrink([false, true]).show_viewport(ui, |ui, viewport| {
        ui.set_height(rows.tops[count] - APART);
        let origin = ui.max_rect().min;
        let place = |row: usize| {
            let [top, next] = [rows.tops[row], rows.tops[row + 1]];
            let at = pos2(origin.x + GUTTER, origin.y + top);
            Rect::from_min_size(at, vec2(width, next - top - APART))
        };
        if let Some(row) = shown.filter(|_| is_new) {
            ui.scroll_to_rect_animation(place(row), None, ScrollAnimation::none());
        }
        let first = rows.tops.partition_point(|top| *top <= viewport.top()).max(1) - 1;
        let last = rows.tops.partition_point(|top| *top < viewport.bottom()).min(count);
        let in_sight = first.min(count)..last;
        // What is edited and what the keyboard is on are laid out wherever they are.
        let others = [shown, Some(stop.row)].into_iter().flatten();
        let mut others: Vec<usize> =
            others.filter(|row| *row < count && !in_sight.contains(row)).collect();
        others.dedup();
        for row in in_sight.clone().chain(others) {
            let note = &notes[rows.notes[row]];
            let (rect, id) = (place(row), row_id(row));
            let pressed = stop.row(ui, row, &[id], false);
            let sense = stop.sense(ui, row, id);
            if shown == Some(row) {
                let response = ui.interact(rect, id, sense);
                edit::edit_ui(ui, cx, open, note, rect, &response);
            } else {
                let response = hand(ui.interact(rect, id, sense | Sense::click()));
                card_ui(ui, cx, note, rect, &response);
                let is_pressed = response.clicked() || pressed == Some(Key::Space);
                cx.ask_if(is_pressed, NotesCommand::GoTo(note.id));
            }
        }
    });
}

/// Whether another note is looked at than at the last layout.
fn is_newly_current(ui: &Ui, open: &OpenTake) -> bool {
    let id = Id::unique("note that is looked at");
    let now = (open.id, open.review.note);
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now));
    before != Some(now)
}

fn card_ui(ui: &Ui, cx: &PanelContext, note: &Note, rect: Rect, response: &Response) {
    follow_focus(ui, response, rect);
    let towards = if is_near(response) { 0.06 } else { 0.0 };
    let fill = cx.colours.raised.lerp_to_gamma(cx.colours.text, towards);
    Card::new(ui, cx, note, rect.width(), LINES).paint(ui.painter(), rect, fill);
    let name = format!("{}: {}", headline(cx.state, note), note.text);
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &name));
}
