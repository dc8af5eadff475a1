//! The main menu: files, recent files, view options, appearance, command palette, shortcuts, manual.

use egui::{Align2, Popup, Pos2, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use crate::app::display::panel::view_options_ui;
use crate::app::opening::recent;
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::menu_rows::{
    action_rows, choices, labelled, lasting_submenu, line, set_menu_width, submenu, switch_row,
};
use crate::app::widgets::{PanelContext, command_button, icons};
use crate::app::{Menu, SettingsCommand};
use crate::options::ViewToggle;
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
    set_menu_width(ui, 236.0);
    let with_take = |ui: &mut Ui, part| {
        let has_take = cx.state.take().is_some();
        ui.add_enabled_ui(has_take, |ui| action_rows(ui, cx, Menu::Main, part));
    };
    action_rows(ui, cx, Menu::Main, 1);
    with_take(ui, 2);
    ui.add_enabled_ui(!cx.state.interface.recent.is_empty(), |ui| {
        submenu(ui, cx, "Recent files", |ui| recent_ui(ui, cx));
    });
    for part in [3, 4] {
        line(ui, cx);
        with_take(ui, part);
    }
    line(ui, cx);
    lasting_submenu(ui, cx, "View options", |ui| view_options_ui(ui, cx));
    lasting_submenu(ui, cx, "Appearance", |ui| appearance_ui(ui, cx));
    for part in [5, 6] {
        line(ui, cx);
        action_rows(ui, cx, Menu::Main, part);
    }
}

fn recent_ui(ui: &mut Ui, cx: &PanelContext) {
    set_menu_width(ui, 320.0);
    if recent::recent_ui(ui, cx, recent::MAX) {
        ui.close();
    }
    line(ui, cx);
    action_rows(ui, cx, Menu::Recent, 1);
}

fn appearance_ui(ui: &mut Ui, cx: &PanelContext) {
    set_menu_width(ui, 248.0);
    let themes = [("System", None), ("Dark", Some(Theme::Dark)), ("Light", Some(Theme::Light))];
    let themes = themes.map(|(word, theme)| {
        (word, cx.state.settings.theme == theme, SettingsCommand::SetTheme(theme))
    });
    choices(ui, cx, "Theme", themes);
    labelled(ui, cx, "Size", |ui| size_ui(ui, cx));
    line(ui, cx);
    switch_row(ui, cx, ViewToggle::ReducedMotion);
    action_rows(ui, cx, Menu::Appearance, 1);
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
