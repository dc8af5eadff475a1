//! View options: how figures are drawn, what is drawn beside them, and the projection.

use egui::{Align, Layout, Rect, Ui, UiBuilder};

use crate::app::camera::saved_views::saved_views_ui;
use crate::app::theme::CONTROL;
use crate::app::widgets::menu_rows::{
    action_rows, choices, labelled, lasting_submenu, line, set_menu_width, switch_row,
};
use crate::app::widgets::{Field, PanelContext, dim_label};
use crate::app::{CameraCommand, DisplayCommand, Menu};
use crate::options::{Labels, OutsideFrames, ViewToggle};
use crate::scene::{Camera, DisplayStyle, Projection};

/// The options of the view, for a menu that stays open while they are tried.
pub fn view_options_ui(ui: &mut Ui, cx: &PanelContext) {
    set_menu_width(ui, 324.0);
    let display = &cx.state.view.options.display;
    let styles = DisplayStyle::ALL
        .map(|style| (style.name(), display.style == style, DisplayCommand::Style(style)));
    choices(ui, cx, "Figure", styles);
    let names = Labels::ALL
        .map(|labels| (labels.name(), display.labels == labels, DisplayCommand::Labels(labels)));
    choices(ui, cx, "Labels", names);
    let is_flat = cx.state.view.camera.projection == Projection::Orthographic;
    let projections = [("Perspective", !is_flat), ("Orthographic", is_flat)];
    let projections = projections.map(|(word, on)| (word, on, CameraCommand::ToggleProjection));
    choices(ui, cx, "Camera", projections);
    lens(ui, cx);
    lasting_submenu(ui, cx, "Saved views", |ui| saved_views_ui(ui, cx));
    action_rows(ui, cx, Menu::ViewOptions, 1);
    let outside = OutsideFrames::ALL.map(|outside| {
        let chosen = display.outside_frames == outside;
        (outside.name(), chosen, DisplayCommand::OutsideFrames(outside))
    });
    choices(ui, cx, "Outside its frames", outside);
    line(ui, cx);
    action_rows(ui, cx, Menu::ViewOptions, 2);
    line(ui, cx);
    ghosts(ui, cx);
    trails(ui, cx);
    action_rows(ui, cx, Menu::ViewOptions, 3);
}

fn lens(ui: &mut Ui, cx: &PanelContext) {
    labelled(ui, cx, "Lens", |ui| {
        let (shortest, longest) = Camera::LENSES;
        let tip = format!("Focal length (35 mm film), {shortest} to {longest} mm");
        let shown = format!("{:.0} mm", cx.state.view.camera.lens());
        let field = Field::new("Lens", &shown, 74.0, &tip);
        let lens = field.show(ui, cx, |typed| {
            let typed = typed.trim().to_lowercase();
            let number = typed.strip_suffix("mm").unwrap_or(&typed).trim().parse();
            let lens = number.ok().filter(|lens| (shortest..=longest).contains(lens));
            lens.ok_or_else(|| format!("Focal length must be {shortest} to {longest} mm"))
        });
        cx.ask_all(lens.map(CameraCommand::Lens));
    });
}

/// How many figures on each side, and how many frames apart, beside their switch.
fn ghosts(ui: &mut Ui, cx: &PanelContext) {
    let display = &cx.state.view.options.display;
    let (count, step) = (display.ghost_count, display.ghost_step);
    with_numbers(ui, cx, ViewToggle::Ghosts, |ui| {
        dim_label(ui, cx, "frames");
        let name = "Frames between ghosts";
        let typed = number(ui, cx, name, step, name);
        cx.ask_all(typed.map(|step| DisplayCommand::SetGhosts { count, step }));
        dim_label(ui, cx, "by");
        let tip = "Ghosts before and after the current frame, 1 to 10 each";
        let typed = number(ui, cx, "Ghosts on each side", count, tip);
        cx.ask_all(typed.map(|count| DisplayCommand::SetGhosts { count, step }));
    });
}

/// How much of the paths shows, beside their switch.
fn trails(ui: &mut Ui, cx: &PanelContext) {
    with_numbers(ui, cx, ViewToggle::Trails, |ui| {
        dim_label(ui, cx, "frames");
        let tip = "Frames of the trail before and after the current frame";
        let length = cx.state.view.options.display.trail_length;
        let frames = number(ui, cx, "Frames of motion trails", length, tip);
        cx.ask_all(frames.map(DisplayCommand::TrailLength));
    });
}

/// A switch, and fields at the right of its row, which are laid out from right to left.
fn with_numbers(ui: &mut Ui, cx: &PanelContext, switch: ViewToggle, fields: impl FnOnce(&mut Ui)) {
    let size = egui::vec2(ui.available_width(), CONTROL + 2.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let left = Rect::from_min_size(rect.min, egui::vec2(130.0, rect.height()));
    let builder = UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder.id_salt(switch.name()), |ui| switch_row(ui, cx, switch));
    let end = rect.right_bottom() - egui::vec2(8.0, 0.0);
    let right = Rect::from_min_max(egui::pos2(left.right(), rect.top()), end);
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder.id_salt((switch.name(), "fields")), |ui| {
        ui.spacing_mut().item_spacing.x = 7.0;
        fields(ui);
    });
}

/// A field with a whole number; returns the one that was typed.
fn number(ui: &mut Ui, cx: &PanelContext, name: &str, value: usize, tip: &str) -> Option<usize> {
    let parse = |typed: &str| typed.trim().parse().map_err(|_| "Not a whole number".to_string());
    Field::new(name, &value.to_string(), 50.0, tip).show(ui, cx, parse)
}
