//! The page of an empty window: what can be opened, and how.

use std::sync::Arc;

use egui::{
    Align, Color32, Galley, Layout, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use super::notices::above;
use super::overlays::{CAP, caps, caps_width};
use super::recent;
use super::widgets::{heading, word_button, word_button_width};
use crate::app::command::{Chord, Command};
use crate::app::state::{Overlay, State};
use crate::app::theme::{CONTROL, regular, semibold};
use crate::loader::FORMATS;

/// The width of the page at most, in points.
const WIDTH: f32 = 540.0;
/// Space between the parts of the page, in points.
const GAP: f32 = 20.0;
/// Space between buttons, and between keys, in points.
const BETWEEN: f32 = 8.0;

/// What to do where nothing is open.
pub fn welcome_ui(ui: &mut Ui, rect: Rect, state: &State, commands: &mut Vec<Command>) {
    /// Less than this is no page.
    const LEAST: f32 = 110.0;
    let rect = above(ui, rect, state);
    if rect.height() < LEAST {
        return;
    }
    let colours = state.theme.colours();
    let width = (rect.width() - 32.0).clamp(120.0, WIDTH);
    let title = text(ui, "Drop a take here", semibold(20.0), colours.text, width);
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let formats = format!("Files or folders of them: {}", formats.join(", "));
    // Two lines of about one length, rather than one and a word.
    let formats = text(ui, &formats, regular(13.0), colours.dim, width.min(430.0));
    let buttons = rows(&button_widths(ui), width);
    let hints = hints(ui, state);
    let widths: Vec<f32> = hints.iter().map(|hint| hint.width).collect();
    let hint_rows = rows(&widths, width);
    let mut height = title.size().y + 8.0 + formats.size().y + GAP;
    height += buttons.len() as f32 * (CONTROL + BETWEEN);
    // What is told beside that takes what room is left: the keys first, then as many files as fit.
    let room = rect.height() - 32.0;
    let keys = GAP - BETWEEN + hint_rows.len() as f32 * (CAP + BETWEEN);
    let has_keys = height + keys <= room;
    height += if has_keys { keys } else { 0.0 };
    let head = GAP + 22.0;
    let fit = ((room - height - head) / recent::ROW).max(0.0) as usize;
    let listed = fit.min(state.recent.len()).min(recent::MOST);
    if listed > 0 {
        height += head + listed as f32 * recent::ROW;
    }
    let top = (rect.center().y - height * 0.5).max(rect.top() + 16.0);
    let page = Rect::from_min_max(
        pos2(rect.center().x - width * 0.5, top),
        pos2(rect.center().x + width * 0.5, rect.bottom()),
    );
    let builder = UiBuilder::new().max_rect(page).id_salt("welcome");
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().show(ui, |ui| {
            centred(ui, title, Role::Heading);
            ui.add_space(8.0);
            centred(ui, formats, Role::Label);
            ui.add_space(GAP);
            buttons_ui(ui, state, &buttons, commands);
            if listed > 0 {
                ui.add_space(GAP - BETWEEN);
                heading(ui, state.theme, "Recent");
                recent::recent_ui(ui, state, listed, commands);
                ui.add_space(BETWEEN);
            }
            if has_keys {
                ui.add_space(GAP - BETWEEN);
                hints_ui(ui, state, &hints, &hint_rows);
            }
        });
    });
}

fn text(ui: &Ui, text: &str, font: egui::FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = egui::text::LayoutJob::simple(text.to_string(), font, colour, width);
    job.halign = Align::Center;
    ui.painter().layout_job(job)
}

fn centred(ui: &mut Ui, galley: Arc<Galley>, role: Role) {
    let size = vec2(ui.available_width(), galley.size().y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, galley.text()));
    ui.painter()
        .galley(rect.center_top(), galley, Color32::PLACEHOLDER);
}

/// The buttons: word, and what it asks for.
fn buttons() -> [(&'static str, Command); 3] {
    [
        ("Open files…", Command::AskForFiles),
        ("Open a folder…", Command::AskForFolder),
        ("Try the built-in take", Command::OpenBuiltin),
    ]
}

fn button_widths(ui: &Ui) -> [f32; 3] {
    buttons().map(|(word, _)| word_button_width(ui, word, false))
}

/// Which of some things stand in one row: their places, and the width of the row.
fn rows(widths: &[f32], room: f32) -> Vec<(std::ops::Range<usize>, f32)> {
    let mut rows: Vec<(std::ops::Range<usize>, f32)> = Vec::new();
    for (index, width) in widths.iter().enumerate() {
        match rows.last_mut() {
            Some((places, sum)) if *sum + BETWEEN + width <= room => {
                places.end = index + 1;
                *sum += BETWEEN + width;
            }
            _ => rows.push((index..index + 1, *width)),
        }
    }
    rows
}

fn buttons_ui(
    ui: &mut Ui,
    state: &State,
    rows: &[(std::ops::Range<usize>, f32)],
    commands: &mut Vec<Command>,
) {
    let buttons = buttons();
    for (places, width) in rows {
        row(ui, *width, CONTROL, |ui| {
            for (word, command) in &buttons[places.clone()] {
                let tip = state.keymap.tip(word.trim_end_matches('…'), command);
                let button = word_button(ui, state.theme, word, word, false);
                if button.on_hover_text(tip).clicked() {
                    commands.push(command.clone());
                }
            }
        });
    }
}

/// A row in the middle of the page, with the space that belongs below it.
fn row(ui: &mut Ui, width: f32, height: f32, contents: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), height + BETWEEN);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let left = rect.center().x - width * 0.5;
    let row = Rect::from_min_size(pos2(left, rect.top()), vec2(width, height));
    let builder = UiBuilder::new()
        .max_rect(row)
        .layout(Layout::left_to_right(Align::Center))
        .id_salt(response.id);
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = BETWEEN;
        contents(ui);
    });
}

/// A key worth knowing, and what it does.
struct Hint {
    key: Chord,
    does: Arc<Galley>,
    width: f32,
}

fn hints(ui: &Ui, state: &State) -> Vec<Hint> {
    let colours = state.theme.colours();
    let overlay = |overlay| Command::Overlay(Some(overlay));
    [
        (Command::TogglePlay, "plays and pauses"),
        (overlay(Overlay::Palette), "finds every command"),
        (overlay(Overlay::Keys), "shows all keys"),
    ]
    .into_iter()
    .filter_map(|(command, does)| {
        let key = *state.keymap.keys_of(&command).first()?;
        let does = ui
            .painter()
            .layout_no_wrap(does.to_string(), regular(12.0), colours.dim);
        let width = caps_width(ui, &[key]) + 6.0 + does.size().x + 10.0;
        Some(Hint { key, does, width })
    })
    .collect()
}

fn hints_ui(ui: &mut Ui, state: &State, hints: &[Hint], rows: &[(std::ops::Range<usize>, f32)]) {
    let colours = state.theme.colours();
    for (places, width) in rows {
        row(ui, *width, CAP, |ui| {
            for hint in &hints[places.clone()] {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(hint.width, CAP), Sense::hover());
                let keys = &[hint.key];
                caps(ui, state, rect.left_center() + vec2(5.0, 0.0), keys);
                let left = rect.left() + 11.0 + caps_width(ui, keys);
                let at = pos2(left, rect.center().y - hint.does.size().y * 0.5);
                let told = format!("{} {}", keys[0], hint.does.text());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
                ui.painter().galley(at, hint.does.clone(), colours.dim);
            }
        });
    }
}
