//! The main menu: files, recent files, view options, appearance, command palette, shortcuts.

use egui::containers::menu::SubMenu;
use egui::{Popup, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::display::panel::view_options_ui;
use crate::app::export::command::ExportCommand;
use crate::app::interface::command::InterfaceCommand;
use crate::app::interface::settings_command::SettingsCommand;
use crate::app::opening::command::FilesCommand;
use crate::app::opening::recent;
use crate::app::session_file::command::SessionCommand;
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::video::command::VideoCommand;
use crate::app::widgets;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::icons;
use crate::app::widgets::menu_rows::{
    Mark, choices, command_row, labelled, lasting_submenu, line, row, switch_row, toggle_row,
};
use crate::options::{Overlay, Panel, ViewToggle};
use crate::scene::Theme;

/// The width of the menu, in points.
const WIDTH: f32 = 236.0;
/// The width of the menu with recent files, in points.
const RECENT: f32 = 320.0;

/// The button that opens the menu.
pub fn menu_button(ui: &mut Ui, cx: &PanelContext) {
    let colours = cx.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), Sense::click());
    let popup = Popup::default_response_id(&response);
    let was_open = Popup::is_id_open(ui.ctx(), popup);
    if was_open || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CORNER, colours.raised);
    }
    let near = was_open || response.hovered();
    let colour = if near { colours.text } else { colours.dim };
    icons::lines(ui.painter(), rect.center(), colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Menu"));
    let response = response.on_hover_text("Files, view and appearance");
    Popup::menu(&response).show(|ui| menu_ui(ui, cx));
}

fn menu_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 0.0;
    command_row(ui, cx, "Open files…", FilesCommand::AskForFiles);
    command_row(ui, cx, "Open folder…", FilesCommand::AskForFolder);
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        command_row(ui, cx, "Reference video…", VideoCommand::Ask);
    });
    ui.add_enabled_ui(!cx.state.interface.recent.is_empty(), |ui| {
        let opener = row(ui, cx, Mark::Opens, "Recent files", &[]);
        SubMenu::new().show(ui, &opener, |ui| recent_ui(ui, cx));
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
    let opener = row(ui, cx, Mark::Opens, "View options", &[]);
    lasting_submenu().show(ui, &opener, |ui| view_options_ui(ui, cx));
    let opener = row(ui, cx, Mark::Opens, "Appearance", &[]);
    lasting_submenu().show(ui, &opener, |ui| appearance_ui(ui, cx));
    line(ui, cx);
    for (word, overlay) in
        [("Command palette", Overlay::CommandPalette), ("Keyboard shortcuts", Overlay::Shortcuts)]
    {
        command_row(ui, cx, word, InterfaceCommand::Overlay(Some(overlay)));
    }
    command_row(ui, cx, "Edit settings file", SettingsCommand::Edit);
    line(ui, cx);
    command_row(ui, cx, "Quit", InterfaceCommand::Quit);
}

fn recent_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(RECENT);
    ui.spacing_mut().item_spacing.y = 0.0;
    if recent::recent_ui(ui, cx, recent::MAX) {
        ui.close();
    }
    line(ui, cx);
    command_row(ui, cx, "Clear recent files", FilesCommand::ClearRecent);
}

/// How the window looks.
fn appearance_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(248.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let themes = [("System", None), ("Dark", Some(Theme::Dark)), ("Light", Some(Theme::Light))];
    let themes = themes.map(|(word, theme)| {
        let chosen = cx.state.settings.theme == theme;
        (word, chosen, SettingsCommand::SetTheme(theme))
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
    let button = |ui: &mut Ui, sign, name, to: Option<f32>, command: SettingsCommand| {
        ui.add_enabled_ui(to.is_some(), |ui| {
            let button = widgets::word_button(ui, cx, sign, name, false);
            if button.on_hover_text(name).clicked() {
                cx.ask(command);
            }
        });
    };
    let smaller = settings.smaller();
    button(ui, "−", "Smaller", smaller, SettingsCommand::Smaller);
    let (rect, told) = ui.allocate_exact_size(vec2(52.0, CONTROL), Sense::hover());
    let percent = format!("{:.0} %", settings.scale * 100.0);
    let (centre, colour) = (egui::Align2::CENTER_CENTER, cx.colours.text);
    let painter = ui.painter();
    painter.text(rect.center(), centre, &percent, regular(13.0), colour);
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Size: {percent}")));
    let larger = settings.larger();
    button(ui, "+", "Larger", larger, SettingsCommand::Larger);
}

/// The menu's button, with its upper left corner at a place.
pub fn menu_at(ui: &mut Ui, corner: egui::Pos2, cx: &PanelContext) {
    let place = Rect::from_min_size(corner, vec2(CONTROL, CONTROL));
    let builder = egui::UiBuilder::new().max_rect(place).id_salt("menu");
    let mut corner = ui.new_child(builder);
    menu_button(&mut corner, cx);
}
