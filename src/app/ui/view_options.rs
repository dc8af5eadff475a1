//! View options: how figures are drawn, what is drawn beside them, and the projection.

use egui::{Align, Layout, Rect, Ui, UiBuilder};

use super::field::Field;
use super::menu_rows::{choices, labelled, line, switch_row, toggle_row};
use super::widgets;
use crate::app::command::{CameraCommand, Command, DisplayCommand};
use crate::app::options::{Labels, OutsideFrames, SAVED_VIEWS, ViewToggle};
use crate::app::state::State;
use crate::app::theme::{CONTROL, regular};
use crate::scene::{Camera, DisplayStyle, Projection};

/// The width of the options, in points.
const WIDTH: f32 = 324.0;
/// The width of a field with a number, in points.
const FIELD: f32 = 50.0;

/// The options of the view, for a menu that stays open while they are tried.
pub fn view_options_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 0.0;
    let styles = DisplayStyle::ALL.map(|style| {
        let chosen = state.view.options.display.style == style;
        (style.name(), chosen, DisplayCommand::Style(style))
    });
    choices(ui, state, "Figure", styles, commands);
    let names = Labels::ALL.map(|labels| {
        let chosen = state.view.options.display.labels == labels;
        (labels.name(), chosen, DisplayCommand::Labels(labels))
    });
    choices(ui, state, "Labels", names, commands);
    projections(ui, state, commands);
    lens(ui, state, commands);
    saved_views(ui, state, commands);
    let tip = "Camera tracking: the figure stays in the middle of the view";
    let follow = CameraCommand::ToggleFollow;
    toggle_row(ui, state, "Follow figure", tip, follow, commands);
    let outside = OutsideFrames::ALL.map(|outside| {
        let chosen = state.view.options.display.outside_frames == outside;
        (
            outside.name(),
            chosen,
            DisplayCommand::OutsideFrames(outside),
        )
    });
    choices(ui, state, "Outside its frames", outside, commands);
    line(ui, state);
    switch_row(ui, state, ViewToggle::Grid, commands);
    switch_row(ui, state, ViewToggle::Floor, commands);
    line(ui, state);
    ghosts(ui, state, commands);
    trails(ui, state, commands);
    switch_row(ui, state, ViewToggle::JointAxes, commands);
    switch_row(ui, state, ViewToggle::DepthCue, commands);
    switch_row(ui, state, ViewToggle::Relations, commands);
}

fn projections(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let projections = [
        ("Perspective", Projection::Perspective),
        ("Orthographic", Projection::Orthographic),
    ];
    let now = state.view.camera.projection;
    let choice = |(word, projection)| (word, now == projection, CameraCommand::ToggleProjection);
    choices(ui, state, "Camera", projections.map(choice), commands);
}

/// The focal length of the lens.
fn lens(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    labelled(ui, state, "Lens", |ui| {
        let (shortest, longest) = Camera::LENSES;
        let tip = format!("Focal length (35 mm film), {shortest} to {longest} mm");
        let shown = format!("{:.0} mm", state.view.camera.lens());
        let field = Field::new("Lens", &shown, 74.0, &tip);
        let lens = field.show(ui, state.theme(), |typed| {
            let typed = typed.trim().to_lowercase();
            let number = typed.strip_suffix("mm").unwrap_or(&typed).trim().parse();
            let number = number
                .ok()
                .filter(|lens| (shortest..=longest).contains(lens));
            number.ok_or_else(|| format!("Focal length must be {shortest} to {longest} mm"))
        });
        commands.extend(lens.map(|lens| CameraCommand::Lens(lens).into()));
    });
}

/// Buttons that show saved views, and buttons that save them.
fn saved_views(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    labelled(ui, state, "Views", |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let saved = &state.view.saved_views;
        let is_saved = |number: usize| saved.iter().any(|view| view.number == number);
        numbers(
            ui,
            state,
            "Show saved view",
            is_saved,
            CameraCommand::ShowView,
            commands,
        );
        ui.add_space(8.0);
        word(ui, state, "save");
        ui.add_space(4.0);
        let save = CameraCommand::SaveView;
        numbers(ui, state, "Save view", |_| true, save, commands);
    });
}

/// A button for each saved view.
fn numbers(
    ui: &mut Ui,
    state: &State,
    label: &str,
    is_there: impl Fn(usize) -> bool,
    command: impl Fn(usize) -> CameraCommand,
    commands: &mut Vec<Command>,
) {
    for number in 1..=SAVED_VIEWS {
        let name = format!("{label} {number}");
        ui.add_enabled_ui(is_there(number), |ui| {
            let word = number.to_string();
            let button = widgets::word_button(ui, state.theme(), &word, &name, false);
            let command = command(number).into();
            let tip = state.settings.keymap.tip(&name, &command);
            if button.on_hover_text(tip).clicked() {
                commands.push(command);
            }
        });
    }
}

/// How many figures on each side, and how many frames apart, beside their switch.
fn ghosts(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let display = &state.view.options.display;
    let (count, step) = (display.ghost_count, display.ghost_step);
    with_numbers(ui, state, ViewToggle::Ghosts, commands, |ui, commands| {
        word(ui, state, "frames");
        let tip = "Frames between ghosts";
        if let Some(step) = number(ui, state, "Frames between ghosts", step, tip) {
            commands.push(DisplayCommand::SetGhosts { count, step }.into());
        }
        word(ui, state, "by");
        let tip = "Ghosts before and after the current frame, 1 to 10 each";
        if let Some(count) = number(ui, state, "Ghosts on each side", count, tip) {
            commands.push(DisplayCommand::SetGhosts { count, step }.into());
        }
    });
}

/// How much of the paths shows, beside their switch.
fn trails(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    with_numbers(ui, state, ViewToggle::Trails, commands, |ui, commands| {
        word(ui, state, "frames");
        let tip = "Frames of the trail before and after the current frame";
        if let Some(frames) = number(
            ui,
            state,
            "Frames of motion trails",
            state.view.options.display.trail_length,
            tip,
        ) {
            commands.push(DisplayCommand::TrailLength(frames).into());
        }
    });
}

/// A switch, and fields at the right of its row, which are laid out from right to left.
fn with_numbers(
    ui: &mut Ui,
    state: &State,
    switch: ViewToggle,
    commands: &mut Vec<Command>,
    fields: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let size = egui::vec2(ui.available_width(), CONTROL + 2.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let centre = Layout::left_to_right(Align::Center);
    let left = Rect::from_min_size(rect.min, egui::vec2(130.0, rect.height()));
    let builder = UiBuilder::new().max_rect(left).layout(centre);
    ui.scope_builder(builder.id_salt(switch.name()), |ui| {
        switch_row(ui, state, switch, commands);
    });
    let end = rect.right_bottom() - egui::vec2(8.0, 0.0);
    let right = Rect::from_min_max(egui::pos2(left.right(), rect.top()), end);
    let builder = UiBuilder::new()
        .max_rect(right)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder.id_salt((switch.name(), "fields")), |ui| {
        ui.spacing_mut().item_spacing.x = 7.0;
        fields(ui, commands);
    });
}

fn word(ui: &mut Ui, state: &State, text: &str) {
    let dim = state.theme().colours().dim;
    ui.label(egui::RichText::new(text).font(regular(13.0)).color(dim));
}

/// A field with a whole number; returns the one that was typed.
fn number(ui: &mut Ui, state: &State, name: &str, value: usize, tip: &str) -> Option<usize> {
    let shown = value.to_string();
    Field::new(name, &shown, FIELD, tip).show(ui, state.theme(), |typed| {
        let number = typed.trim().parse();
        number.map_err(|_| "Not a whole number".to_string())
    })
}
