//! The main menu: files, recent files, view options, appearance, command palette, shortcuts, manual.

use egui::{Align2, Popup, Pos2, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use crate::app::display::panel::view_options_ui;
use crate::app::opening::recent;
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::menu_rows::{
    choices, command_row, labelled, lasting_submenu, line, submenu, switch_row, toggle_row,
};
use crate::app::widgets::{PanelContext, command_button, icons};
use crate::app::{
    ExportCommand, FilesCommand, InterfaceCommand, SessionCommand, SettingsCommand, VideoCommand,
};
use crate::options::{Overlay, Panel, ViewToggle};
use crate::scene::Theme;

/// The menu's button, with its upper left corner at a place.
pub fn menu_at(ui: &mut Ui, corner: Pos2, cx: &PanelContext) {
    let place = Rect::from_min_size(corner, vec2(CONTROL, CONTROL));
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(place).id_salt("menu"));
    let (rect, response) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), Sense::click());
    let was_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&response));
    let near = was_open || response.hovered();
    if near || response.has_focus() {
        ui.painter().rect_filled(rect, CORNER, cx.colours.raised);
    }
    let colour = if near { cx.colours.text } else { cx.colours.dim };
    icons::lines(ui.painter(), rect.center(), colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Menu"));
    let response = response.on_hover_text("Files, view and appearance");
    Popup::menu(&response).show(|ui| menu_ui(ui, cx));
}

fn menu_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(236.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    command_row(ui, cx, "Open files…", FilesCommand::AskForFiles);
    command_row(ui, cx, "Open folder…", FilesCommand::AskForFolder);
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        command_row(ui, cx, "Reference video…", VideoCommand::Ask);
    });
    ui.add_enabled_ui(!cx.state.interface.recent.is_empty(), |ui| {
        submenu(ui, cx, "Recent files", |ui| recent_ui(ui, cx));
    });
    line(ui, cx);
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        command_row(ui, cx, "Save session", SessionCommand::Save);
        command_row(ui, cx, "Save session as…", SessionCommand::SaveAs);
    });
    line(ui, cx);
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        command_row(ui, cx, "Reload from disk", FilesCommand::Reload);
        command_row(ui, cx, "Export…", ExportCommand::Ask);
        command_row(ui, cx, "Report…", ExportCommand::AskForReport);
        let picture = FilesCommand::SaveScreenshot { transparent: false, labels: false };
        command_row(ui, cx, "Save screenshot", picture);
    });
    line(ui, cx);
    lasting_submenu(ui, cx, "View options", |ui| view_options_ui(ui, cx));
    lasting_submenu(ui, cx, "Appearance", |ui| appearance_ui(ui, cx));
    line(ui, cx);
    let overlay = |overlay| InterfaceCommand::Overlay(Some(overlay));
    command_row(ui, cx, "Command palette", overlay(Overlay::CommandPalette));
    command_row(ui, cx, "Keyboard shortcuts", overlay(Overlay::Shortcuts));
    command_row(ui, cx, "Manual", InterfaceCommand::ShowManual);
    command_row(ui, cx, "Edit settings file", SettingsCommand::Edit);
    line(ui, cx);
    command_row(ui, cx, "Quit", InterfaceCommand::Quit);
}

fn recent_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(320.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    if recent::recent_ui(ui, cx, recent::MAX) {
        ui.close();
    }
    line(ui, cx);
    command_row(ui, cx, "Clear recent files", FilesCommand::ClearRecent);
}

fn appearance_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(248.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let themes = [("System", None), ("Dark", Some(Theme::Dark)), ("Light", Some(Theme::Light))];
    let themes = themes.map(|(word, theme)| {
        (word, cx.state.settings.theme == theme, SettingsCommand::SetTheme(theme))
    });
    choices(ui, cx, "Theme", themes);
    labelled(ui, cx, "Size", |ui| size_ui(ui, cx));
    line(ui, cx);
    switch_row(ui, cx, ViewToggle::ReducedMotion);
    for (word, tip, panel) in [
        ("Takes and bones", "The left panel", Panel::Left),
        ("Inspector", "The right panel", Panel::Right),
        ("Docked curves", "Curves of the selection, over the timeline", Panel::Curves),
    ] {
        toggle_row(ui, cx, word, tip, InterfaceCommand::TogglePanel(panel));
    }
}

/// How large everything is, and buttons for the sizes next to it.
fn size_ui(ui: &mut Ui, cx: &PanelContext) {
    let settings = &cx.state.settings;
    ui.spacing_mut().item_spacing.x = 4.0;
    let button = |ui: &mut Ui, sign, name: &str, to: Option<f32>, command: SettingsCommand| {
        ui.add_enabled_ui(to.is_some(), |ui| command_button(ui, cx, sign, name, name, command));
    };
    button(ui, "−", "Smaller", settings.smaller(), SettingsCommand::Smaller);
    let (rect, response) = ui.allocate_exact_size(vec2(52.0, CONTROL), Sense::hover());
    let percent = format!("{:.0} %", settings.scale * 100.0);
    let (centre, colour) = (Align2::CENTER_CENTER, cx.colours.text);
    ui.painter().text(rect.center(), centre, &percent, regular(13.0), colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Size: {percent}")));
    button(ui, "+", "Larger", settings.larger(), SettingsCommand::Larger);
}
