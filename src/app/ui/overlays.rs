//! What lies over the window until it is closed: the palette and the key sheet.
//!
//! While one is open, nothing behind it is clicked, typed into or reached with the keyboard.

use egui::{Align2, Color32, Frame, Id, Modal, Popup, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use super::{key_sheet, palette};
use crate::app::command::{Chord, Command};
use crate::app::state::{Overlay, State};
use crate::app::theme::regular;
use crate::scene::Theme;

/// What is open over the window, if anything is.
pub fn overlays_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let id = Id::unique("overlay");
    let before: Option<Overlay> = ui.data(|data| data.get_temp(id)).flatten();
    if before != state.overlay {
        ui.data_mut(|data| data.insert_temp(id, state.overlay));
        palette::forget(ui);
        Popup::close_all(ui.ctx());
    }
    match state.overlay {
        Some(Overlay::Palette) => palette::palette_ui(ui, state, commands),
        Some(Overlay::Keys) => key_sheet::key_sheet_ui(ui, state, commands),
        Some(Overlay::GoTo) | None => {}
    }
}

/// A sheet over the window, its upper edge `top` points from the window's. A click beside it closes it.
pub fn sheet(
    ui: &Ui,
    state: &State,
    name: &str,
    (top, width): (f32, f32),
    commands: &mut Vec<Command>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let colours = state.theme.colours();
    let id = Id::unique(("over the window", name));
    let area = Modal::default_area(id)
        .anchor(Align2::CENTER_TOP, vec2(0.0, top))
        .default_width(width)
        .accessible_name(name);
    let shade = match state.theme {
        Theme::Dark => 80,
        Theme::Light => 45,
    };
    let frame = Frame::new()
        .fill(colours.panel)
        .stroke(egui::Stroke::new(1.0, colours.line))
        .corner_radius(10)
        .shadow(egui::Shadow {
            offset: [0, 8],
            blur: 28,
            spread: 0,
            color: Color32::from_black_alpha(shade),
        });
    let modal = Modal::new(id)
        .area(area)
        .frame(frame)
        .backdrop_color(Color32::from_black_alpha(shade))
        .show(ui.ctx(), |ui| {
            ui.set_width(width);
            contents(ui, commands);
        });
    let beside = modal.backdrop_response;
    beside.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {name}")));
    if beside.clicked() {
        commands.push(Command::Overlay(None));
    }
}

/// The height of a key as it is drawn, in points.
pub const CAP: f32 = 18.0;
/// Space at the sides of what stands on a key, in points.
pub const CAP_MARGIN: f32 = 6.0;

/// The colour of a key.
pub fn cap_fill(theme: Theme) -> Color32 {
    let colours = theme.colours();
    colours.panel.lerp_to_gamma(colours.text, 0.1)
}

/// The width of keys side by side, in points.
pub fn caps_width(ui: &Ui, keys: &[Chord]) -> f32 {
    let widths = keys.iter().map(|key| cap_width(ui, &key.to_string()));
    widths.sum::<f32>() + 4.0 * keys.len().saturating_sub(1) as f32
}

fn cap_width(ui: &Ui, key: &str) -> f32 {
    let galley = ui
        .painter()
        .layout_no_wrap(key.to_string(), regular(11.5), Color32::PLACEHOLDER);
    (galley.size().x + 2.0 * CAP_MARGIN).max(CAP + 4.0)
}

/// Draws keys side by side from a point at the middle of their left edge.
pub fn caps(ui: &Ui, state: &State, at: egui::Pos2, keys: &[Chord]) {
    let colours = state.theme.colours();
    caps_in(ui, at, keys, cap_fill(state.theme), colours.text);
}

/// [`caps`] on the highlight of a menu.
pub fn caps_on_highlight(ui: &Ui, state: &State, at: egui::Pos2, keys: &[Chord]) {
    let colours = state.theme.colours();
    let fill = colours.highlight.lerp_to_gamma(Color32::BLACK, 0.25);
    caps_in(ui, at, keys, fill, colours.on_highlight);
}

fn caps_in(ui: &Ui, at: egui::Pos2, keys: &[Chord], fill: Color32, colour: Color32) {
    let mut left = at.x;
    for key in keys {
        let key = key.to_string();
        let width = cap_width(ui, &key);
        let rect = Rect::from_min_size(pos2(left, at.y - CAP * 0.5), vec2(width, CAP));
        ui.painter().rect_filled(rect, 4.0, fill);
        let font = regular(11.5);
        ui.painter()
            .text(rect.center(), Align2::CENTER_CENTER, key, font, colour);
        left += width + 4.0;
    }
}

/// Whether what an action turns on and off is on; `None` where it is of another kind.
pub fn is_on(state: &State, command: &Command) -> Option<bool> {
    use crate::app::state::Panel;
    let panels = state.panels;
    match command {
        Command::Toggle(switch) => Some(state.switches.is_on(*switch)),
        Command::ToggleFollow => Some(state.follow.is_some()),
        Command::ToggleRange => Some(state.playback.range_is_on()),
        Command::TogglePanel(Panel::Left) => Some(panels.left),
        Command::TogglePanel(Panel::Right) => Some(panels.right),
        Command::TogglePanels => Some(panels.left || panels.right),
        Command::ToggleInterface => Some(panels.interface),
        Command::PlayAt(fps) => Some(state.playback.chosen_fps() == *fps),
        Command::SetTheme(theme) => Some(state.theme_choice == *theme),
        Command::Outside(outside) => Some(state.outside == *outside),
        _ => None,
    }
}
