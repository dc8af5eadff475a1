//! The note that is looked at, edited in place: text, kind, frames, joint, done, drawing.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Color32, Id, Key, Popup, Rect, Response, RichText, Role, ScrollArea, Sense, TextEdit, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use crate::app::notes::command::NotesCommand;
use crate::app::notes::panel::card::{colour_of, frames_text};
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::menu_rows::{command_item, menu_item};
use crate::app::widgets::{
    PanelContext, command_button, cut_name, field_frame, local, put, rows_of, switch, switch_width,
    word_button, word_button_width,
};
use crate::review::notes::{Frames, Id as NoteId, Note, NoteKind};

/// The least and the most lines that the field shows.
const LINES: [usize; 2] = [2, 8];
const LINE: f32 = 17.0;
const MARGIN: f32 = 10.0;

fn line_count(ui: &Ui, note: &Note, width: f32) -> usize {
    let inside = width - 2.0 * MARGIN - 24.0;
    let text = note.text.clone();
    let text = ui.painter().layout(text, regular(13.0), Color32::PLACEHOLDER, inside);
    text.rows.len().clamp(LINES[0], LINES[1])
}

/// How high the note is that is edited, in points.
pub fn height(ui: &Ui, note: &Note, width: f32) -> f32 {
    let drawing = if note.drawing.is_empty() { 0.0 } else { CONTROL + 6.0 };
    let controls = [
        word_button_width(ui, note.kind.label(), true),
        switch_width(ui, "Done"),
        word_button_width(ui, "More", true),
    ];
    let rows = rows_of(&controls, 6.0, width - 2.0 * MARGIN) as f32;
    let controls = rows * (CONTROL + 6.0);
    6.0 + 18.0 + 6.0 + text_height(line_count(ui, note, width)) + controls + MARGIN + drawing
}

/// How high the field is with so many lines, in points.
fn text_height(lines: usize) -> f32 {
    lines as f32 * LINE + 14.0
}

pub fn field_id(note: NoteId) -> Id {
    Id::unique(("text of a note", note))
}

/// Shows a note in a rectangle as high as [`height`] says, which has answered to the pointer so.
pub fn edit_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    note: &Note,
    rect: Rect,
    response: &Response,
) {
    ui.painter().rect_filled(rect, CORNER, cx.colours.panel.lerp_to_gamma(cx.colours.accent, 0.14));
    let bar = rect.with_max_x(rect.left() + 3.0);
    ui.painter().rect_filled(bar, 1.5, colour_of(note.kind, cx.theme));
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, true, "Note"));
    ui.scope_builder(UiBuilder::new().max_rect(rect.shrink2(vec2(MARGIN, 6.0))), |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        title(ui, cx, note);
        text(ui, cx, open, note, rect.width());
        controls(ui, cx, note);
        if !note.drawing.is_empty() {
            let (word, tip) = ("Erase drawing", "Remove all that is drawn with this note");
            command_button(ui, cx, word, word, tip, NotesCommand::EraseAll(note.id));
        }
    });
}

/// Its frames at the left, its joint at the right.
fn title(ui: &mut Ui, cx: &PanelContext, note: &Note) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let dim = cx.colours.dim.lerp_to_gamma(cx.colours.text, 0.3);
    let joint = note.joint.as_deref().unwrap_or_default();
    let joint = cut_name(ui, local(joint), regular(12.0), dim, row.width() * 0.5);
    let at = row.right_center() - vec2(joint.size().x, 0.0);
    put(ui, at, joint, dim);
    let mut words = frames_text(cx.state, note.frames);
    if !note.stamp.author.is_empty() {
        words += &format!(" · {}", note.stamp.author);
    }
    let words = cut_name(ui, &words, regular(12.0), dim, at.x - row.left() - 8.0);
    put(ui, row.left_center(), words, dim);
}

fn text(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, note: &Note, width: f32) {
    let id = field_id(note.id);
    let mut text = note.text.clone();
    let rows = line_count(ui, note, width);
    let mut frame = field_frame(cx.theme, 10);
    (frame.inner_margin.top, frame.inner_margin.bottom) = (6, 6);
    let edit = TextEdit::multiline(&mut text)
        .id(id)
        .hint_text(RichText::new("What is there to say?").color(cx.colours.dim))
        .desired_rows(rows)
        .desired_width(f32::INFINITY)
        .text_color(cx.colours.text)
        .frame(frame);
    let size = vec2(ui.available_width(), text_height(rows));
    // What is longer than the field scrolls in it.
    let scroll = ScrollArea::vertical().id_salt(note.id).max_height(size.y).auto_shrink(false);
    let response = scroll.show(ui, |ui| ui.add_sized(size, edit)).inner;
    let response = response.accessible_name("Text of the note");
    // Ahead of the end of it, which may come with the last letters.
    cx.ask_if(response.changed() && text != note.text, NotesCommand::SetText(note.id, text));
    // Whoever has just added a note wants to write.
    let is_draft = open.review.is_draft(note.id);
    let begun_id = Id::unique("note that writing was begun in");
    let begun: Option<NoteId> = ui.data(|data| data.get_temp(begun_id));
    if is_draft && begun != Some(note.id) {
        ui.data_mut(|data| data.insert_temp(begun_id, note.id));
        let end = CCursor::new(note.text.chars().count());
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::one(end)));
        state.store(ui.ctx(), id);
        response.request_focus();
    } else if is_draft && response.lost_focus() {
        let discards = ui.input(|i| i.key_pressed(Key::Escape));
        cx.ask(NotesCommand::EndText { id: note.id, discards });
    }
    let ends = ui.input(|i| i.modifiers.command && i.key_pressed(Key::Enter));
    if response.has_focus() && ends {
        response.surrender_focus();
    }
}

fn controls(ui: &mut Ui, cx: &PanelContext, note: &Note) {
    ui.horizontal_wrapped(|ui| {
        let button = word_button(ui, cx, note.kind.label(), "Kind of note", true);
        Popup::menu(&button).show(|ui| {
            for kind in NoteKind::ALL {
                let is_chosen = kind == note.kind;
                let is_pressed = menu_item(ui, cx, is_chosen, kind.label()).clicked();
                cx.ask_if(is_pressed && !is_chosen, NotesCommand::SetKind(note.id, kind));
            }
        });
        let tip = "Nothing is left to do about it";
        let is_pressed = switch(ui, cx.theme, "Done", "Note is done", note.done, tip);
        cx.ask_if(is_pressed, NotesCommand::SetDone(note.id, !note.done));
        let button = word_button(ui, cx, "More", "More about the note", true);
        Popup::menu(&button).show(|ui| more_menu(ui, cx, note));
    });
}

fn more_menu(ui: &mut Ui, cx: &PanelContext, note: &Note) {
    let open = cx.state.take();
    let frame = open.map_or(0, |open| cx.state.frame_of(open));
    let playback = &cx.state.session.playback;
    let own = |frame: usize| cx.state.session.timeline.number(frame).max(0) as usize;
    let mut rows: Vec<(String, NotesCommand)> = vec![(
        format!("Move to frame {}", cx.state.shown_number()),
        NotesCommand::SetFrames(note.id, Frames::single(frame)),
    )];
    if let (Some(first), Some(last)) = (playback.range_in(), playback.range_out()) {
        let frames = Frames::from([own(first), own(last)]);
        rows.push(("Move to in and out".into(), NotesCommand::SetFrames(note.id, frames)));
    }
    let joint = match open.and_then(|open| Some(&open.take.skeleton[open.primary()?].name)) {
        Some(joint) => format!("Put on {}", local(joint)),
        None => "Take off its joint".to_string(),
    };
    rows.push((joint, NotesCommand::SetJoint(note.id)));
    rows.push(("Keep this view".into(), NotesCommand::SetView(note.id)));
    rows.push(("Delete note".into(), NotesCommand::Remove(note.id)));
    for (word, command) in rows {
        command_item(ui, cx, false, &word, command);
    }
}
