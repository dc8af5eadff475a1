//! The welcome page of an empty window: formats, open buttons, shortcuts, recent files.

use std::sync::Arc;

use egui::{
    Align, Color32, Galley, Layout, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use crate::app::theme::{CONTROL, regular, semibold};
use crate::app::widgets::{
    PanelContext, caps, caps_width, heading, one_line, put, word_button_in, word_button_width,
};
use crate::app::{
    Action, Command, InterfaceCommand, Menu, PlaybackCommand, Shortcut, notices::panel::above,
    opening::recent, widgets::paint::CAP,
};
use crate::loader::{FORMATS, Format};
use crate::options::Overlay;

/// Space between the parts of the page, in points.
const GAP: f32 = 20.0;
/// Space between buttons, and between keys, in points.
const BETWEEN: f32 = 8.0;

pub fn welcome_ui(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let colours = cx.colours;
    let rect = above(ui, rect, cx);
    if rect.height() < 110.0 {
        return;
    }
    let width = (rect.width() - 32.0).clamp(120.0, 540.0);
    let title = text(ui, "Drop a take here", semibold(20.0), colours.text, width);
    let names: Vec<&str> = FORMATS.iter().map(Format::name).collect();
    let formats = format!("Files or folders: {}", names.join(", "));
    // Two lines of about one length, rather than one and a word.
    let formats = text(ui, &formats, regular(13.0), colours.dim, width.min(430.0));
    let buttons = Rows::of(&button_widths(ui), width);
    let hints = hints(ui, cx);
    let widths: Vec<f32> = hints.iter().map(Hint::width).collect();
    let hint_rows = Rows::of(&widths, width);
    let mut height = title.size().y + 8.0 + formats.size().y + GAP;
    height += buttons.count() * (CONTROL + BETWEEN);
    // What is told beside that takes what room is left: the keys first, then as many files as fit.
    let room = rect.height() - 32.0;
    let keys = GAP - BETWEEN + hint_rows.count() * (CAP + BETWEEN);
    let has_keys = height + keys <= room;
    height += if has_keys { keys } else { 0.0 };
    let head = GAP + 22.0;
    let fit = ((room - height - head) / recent::ROW).max(0.0) as usize;
    let listed = fit.min(cx.state.interface.recent.len()).min(recent::MAX);
    if listed > 0 {
        height += head + listed as f32 * recent::ROW;
    }
    let top = (rect.center().y - height * 0.5).max(rect.top() + 16.0);
    let (middle, half) = (rect.center().x, width * 0.5);
    let page = Rect::from_x_y_ranges(middle - half..=middle + half, top..=rect.bottom());
    ui.scope_builder(UiBuilder::new().max_rect(page).id_salt("welcome"), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().show(ui, |ui| {
            centred(ui, title, Role::Heading);
            ui.add_space(8.0);
            centred(ui, formats, Role::Label);
            ui.add_space(GAP);
            buttons_ui(ui, cx, buttons);
            if listed > 0 {
                ui.add_space(GAP - BETWEEN);
                heading(ui, cx, "Recent files");
                recent::recent_ui(ui, cx, listed);
                ui.add_space(BETWEEN);
            }
            if has_keys {
                ui.add_space(GAP - BETWEEN);
                hints_ui(ui, cx, &hints, hint_rows);
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
    ui.painter().galley(rect.center_top(), galley, Color32::PLACEHOLDER);
}

fn button_widths(ui: &Ui) -> Vec<f32> {
    let buttons = Menu::Welcome.rows(1).into_iter();
    buttons.map(|action| word_button_width(ui, action.word(), false)).collect()
}

/// How some things stand: side by side where there is room for all of them, else one below the other,
/// all as wide as the widest.
#[derive(Clone, Copy)]
enum Rows {
    One { width: f32 },
    Each { width: f32, count: usize },
}

impl Rows {
    fn of(widths: &[f32], room: f32) -> Self {
        let between = BETWEEN * widths.len().saturating_sub(1) as f32;
        let width = widths.iter().sum::<f32>() + between;
        if width <= room {
            return Self::One { width };
        }
        Self::Each { width: widths.iter().copied().fold(0.0, f32::max), count: widths.len() }
    }

    fn count(self) -> f32 {
        match self {
            Self::One { .. } => 1.0,
            Self::Each { count, .. } => count as f32,
        }
    }
}

fn buttons_ui(ui: &mut Ui, cx: &PanelContext, rows: Rows) {
    let button = |ui: &mut Ui, action: &Action, width: f32| {
        let word = action.word();
        let tip = cx.tip(word.trim_end_matches('…'), &action.command);
        let button = word_button_in(ui, cx, word, word, false, width);
        cx.ask_if(button.on_hover_text(tip).clicked(), &action.command);
    };
    let actions = Menu::Welcome.rows(1).into_iter();
    match rows {
        Rows::One { width } => row(ui, width, CONTROL, |ui| {
            for (action, width) in actions.zip(button_widths(ui)) {
                button(ui, action, width);
            }
        }),
        Rows::Each { width, .. } => {
            for action in actions {
                row(ui, width, CONTROL, |ui| button(ui, action, width));
            }
        }
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
    key: Shortcut,
    cap: f32,
    does: Arc<Galley>,
}

/// Space between a key and what it does, and beside both, in points.
const HINT: [f32; 2] = [6.0, 5.0];

impl Hint {
    fn width(&self) -> f32 {
        self.cap + HINT[0] + self.does.size().x + 2.0 * HINT[1]
    }
}

fn hints(ui: &Ui, cx: &PanelContext) -> Vec<Hint> {
    let overlay = |overlay| Command::Interface(InterfaceCommand::Overlay(Some(overlay)));
    let hints = [
        (Command::Playback(PlaybackCommand::Toggle), "play/pause"),
        (overlay(Overlay::CommandPalette), "command palette"),
        (overlay(Overlay::Shortcuts), "keyboard shortcuts"),
    ];
    let hint = |(command, does): (Command, &str)| {
        let key = *cx.keys_of(&command).first()?;
        let does = one_line(ui, does, regular(12.0), cx.colours.dim);
        Some(Hint { key, cap: caps_width(ui, &[key]), does })
    };
    hints.into_iter().filter_map(hint).collect()
}

fn hints_ui(ui: &mut Ui, cx: &PanelContext, hints: &[Hint], rows: Rows) {
    match rows {
        Rows::One { width } => row(ui, width, CAP, |ui| {
            for hint in hints {
                hint_ui(ui, cx, hint, hint.cap, hint.width());
            }
        }),
        // Keys end, and what they do begins, at one line.
        Rows::Each { .. } => {
            let widest = |of: fn(&Hint) -> f32| hints.iter().map(of).fold(0.0, f32::max);
            let (cap, does) = (widest(|hint| hint.cap), widest(|hint| hint.does.size().x));
            let width = cap + HINT[0] + does + 2.0 * HINT[1];
            for hint in hints {
                row(ui, width, CAP, |ui| hint_ui(ui, cx, hint, cap, width));
            }
        }
    }
}

/// One of them, whose key ends `cap` points from where keys begin.
fn hint_ui(ui: &mut Ui, cx: &PanelContext, hint: &Hint, cap: f32, width: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, CAP), Sense::hover());
    let end = rect.left() + HINT[1] + cap;
    caps(ui, cx, pos2(end - hint.cap, rect.center().y), &[hint.key], false);
    let name = format!("{} {}", hint.key, hint.does.text());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    put(ui, pos2(end + HINT[0], rect.center().y), hint.does.clone(), cx.colours.dim);
}
