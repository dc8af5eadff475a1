//! The notes tab: the rating of the active take and the notes on it, to be searched, filtered and edited in
//! place.

pub(crate) mod card;
pub(crate) mod edit;
pub(crate) mod list;
pub(crate) mod rating;

use egui::{Popup, RichText, Ui, vec2};

use crate::app::interface::command::InterfaceCommand;
use crate::app::notes::command::{DrawTool, NotesCommand, NotesFormat};
use crate::app::notes::take_review::Saving;
use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::{command_row, menu_items};
use crate::app::widgets::text::{rows_of, text_width};
use crate::app::widgets::{field_frame, gutters, word_button, word_button_width};
use crate::files::Reviews;
use crate::options::NoteFilter;
use crate::review::notes::StrokeShape;

pub use crate::app::notes::panel::card::colour_of;

/// Whether the text of the note that is looked at is typed.
pub fn note_has_keyboard(ctx: &egui::Context, state: &State) -> bool {
    let note = state.take().and_then(|open| open.review.note);
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some() && focused == note.map(edit::field_id)
}

/// What can be done below the list: the words of buttons, and whether they open menus.
const ACTIONS: [(&str, bool); 3] = [("Add note", false), ("Share", true), ("Draw", false)];

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
    let rows = rows_of(
        &ACTIONS.map(|(word, opens)| word_button_width(ui, word, opens)),
        8.0,
        ui.available_width() - 2.0 * GUTTER,
    ) as f32;
    let below = rows * (CONTROL + 6.0) + 38.0;
    let room = (ui.available_height() - below).max(80.0);
    list::list_ui(ui, cx, open, room);
    gutters(ui, |ui| {
        ui.add_space(8.0);
        actions(ui, cx, open);
        saving(ui, cx, open);
    });
}

/// The search field, and which notes are listed.
fn search_row(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let filter = cx.state.interface.note_filter;
    let width = ui.available_width() - word_button_width(ui, filter.name(), true) - 8.0;
    ui.horizontal(|ui| {
        let mut letters = cx.state.interface.note_search.clone();
        let count = open.review.kept.notes.len();
        let notes = if count == 1 { "note" } else { "notes" };
        let hint = format!("Search {count} {notes}");
        let fits = text_width(ui, &hint, 13.0) <= width - 22.0;
        let hint = if fits { hint.as_str() } else { "Search" };
        let edit = egui::TextEdit::singleline(&mut letters)
            .hint_text(RichText::new(hint).color(cx.colours.dim))
            .desired_width(width - 20.0)
            .align(egui::Align2::LEFT_CENTER)
            .text_color(cx.colours.text)
            .frame(field_frame(cx.theme, 10));
        let response = ui.add_sized(vec2(width, CONTROL), edit);
        let response = response.accessible_name("Search notes");
        let changed = response.changed();
        let left = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Escape));
        response.on_hover_text("Filter by text, joint or author. Esc clears the search");
        if left && !cx.state.interface.note_search.is_empty() {
            cx.ask(InterfaceCommand::SearchNotes(String::new()));
        } else if changed {
            cx.ask(InterfaceCommand::SearchNotes(letters));
        }
        let button = word_button(ui, cx, filter.name(), "Which notes are listed", true);
        Popup::menu(&button).show(|ui| {
            let choices = NoteFilter::ALL.map(|to| {
                let command = InterfaceCommand::FilterNotes(to);
                (to == filter, to.name(), command)
            });
            menu_items(ui, cx, choices);
        });
    });
}

/// Adds a note, and takes all of them away.
fn actions(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        let tip = cx.tip("Add a note at this frame, or at the in and out range", NotesCommand::Add);
        let [add, share, draw] = ACTIONS.map(|(word, _)| word);
        if word_button(ui, cx, add, "Add note", false).on_hover_text(tip).clicked() {
            cx.ask(NotesCommand::Add);
        }
        let is_empty = open.review.kept.notes.is_empty() && open.review.kept.events.is_empty();
        let button = word_button(ui, cx, share, "Copy, export and import notes", true);
        Popup::menu(&button).show(|ui| {
            ui.set_width(230.0);
            ui.add_enabled_ui(!is_empty, |ui| {
                command_row(ui, cx, "Copy as Markdown", NotesCommand::Copy);
                for format in NotesFormat::ALL {
                    let word = format!("Export {}…", format.name());
                    command_row(ui, cx, &word, NotesCommand::Export(format));
                }
            });
            command_row(ui, cx, "Import CSV, OpenTimelineIO…", NotesCommand::Import);
        });
        let freehand = NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Freehand)));
        let tip = "Draw on this frame: the drawing is kept with a note and its view";
        if word_button(ui, cx, draw, "Draw on the view", false).on_hover_text(tip).clicked() {
            cx.ask(freehand);
        }
    });
}

/// Whether everything is on the disk, and why not.
fn saving(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let say = |ui: &mut Ui, text: &str, colour| {
        ui.label(RichText::new(text).color(colour).size(11.5));
    };
    ui.add_space(4.0);
    if open.path.is_none() {
        return say(ui, "Notes on the built-in take are not kept.", cx.colours.dim);
    }
    match &open.review.saving {
        Saving::Saved if open.review.kept.is_empty() => {}
        Saving::Saved => match (&open.review.saved_in, &open.review_path()) {
            (Some(file), Some(take)) if *file == Reviews::beside(take) => {
                say(ui, "Saved beside the take", cx.colours.dim);
            }
            (Some(file), _) => {
                let text = format!("Saved in {}", file.display());
                say(ui, &text, cx.colours.dim);
            }
            (None, _) => say(ui, "Saved", cx.colours.dim),
        },
        Saving::Pending => say(ui, "Saving…", cx.colours.dim),
        Saving::Failed(why) => say(ui, &format!("Not saved: {why}"), cx.colours.finding),
        Saving::Newer(why) => {
            say(ui, &format!("Not saved: {why}"), cx.colours.finding);
            let tip = "Keep the newer file under another name, and save these notes in its place";
            let button = word_button(ui, cx, "Replace", "Replace newer notes", false);
            if button.on_hover_text(tip).clicked() {
                cx.ask(NotesCommand::ReplaceNewer(open.id));
            }
        }
    }
}
