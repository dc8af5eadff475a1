//! The list of open takes.

use egui::{Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::widgets::{cut, hand, heading, paint_swatch};
use super::{gutters, icons};
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::{GUTTER, ROW, regular};

/// The open takes, the one that shows marked.
pub fn takes_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    gutters(ui, |ui| heading(ui, state.theme, "Takes"));
    let rows = state.takes.len().min(8) as f32;
    egui::ScrollArea::vertical()
        .id_salt("takes")
        .max_height(rows * ROW)
        .auto_shrink([false, true])
        .show_rows(ui, ROW, state.takes.len(), |ui, range| {
            for index in range {
                take_row(ui, state, index, commands);
            }
        });
}

fn take_row(ui: &mut Ui, state: &State, index: usize, commands: &mut Vec<Command>) {
    let colours = state.theme.colours();
    let palette = state.theme.palette();
    let open = &state.takes[index];
    let title = open.title();
    let active = index == state.active;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let response = hand(response);
    if active || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 0.0, colours.raised);
    }
    let middle = rect.center().y;
    let dot = pos2(rect.left() + GUTTER + 4.0, middle);
    if active {
        ui.painter().circle_filled(dot, 3.6, colours.text);
    } else {
        let line = egui::Stroke::new(1.3, colours.dim);
        ui.painter().circle_stroke(dot, 3.2, line);
    }
    let swatch = Rect::from_center_size(pos2(dot.x + 18.0, middle), vec2(13.0, 13.0));
    let [left, right] =
        [palette.left, palette.right].map(|[r, g, b, _]| Color32::from_rgb(r, g, b));
    paint_swatch(ui, swatch, &[left, right]);

    let close = Rect::from_center_size(pos2(rect.right() - GUTTER - 4.0, middle), vec2(18.0, 18.0));
    let close_response = ui.interact(close, response.id.with("close"), Sense::click());
    let near = response.hovered() || close_response.hovered() || close_response.has_focus();
    let tag_right = rect.right() - GUTTER;
    let format =
        ui.painter()
            .layout_no_wrap(open.take.format.to_string(), regular(10.5), colours.dim);
    let tag = Rect::from_min_max(
        pos2(tag_right - format.size().x - 14.0, middle - 8.5),
        pos2(tag_right, middle + 8.5),
    );
    if near {
        let colour = if close_response.hovered() {
            colours.text
        } else {
            colours.dim
        };
        icons::cross(ui.painter(), close.center(), colour);
    } else {
        let fill = colours.raised.lerp_to_gamma(colours.text, 0.05);
        ui.painter().rect_filled(tag, 8.5, fill);
        let at = tag.center() - format.size() * 0.5;
        ui.painter().galley(at, format, colours.dim);
    }
    let left = swatch.right() + 9.0;
    let name = cut(
        ui,
        &title,
        regular(13.0),
        colours.text,
        tag.left() - 8.0 - left,
    );
    let at = Align2::LEFT_CENTER.anchor_size(pos2(left, middle), name.size());
    ui.painter().galley(at.min, name, colours.text);

    response.widget_info(|| WidgetInfo::selected(Role::Button, true, active, &title));
    let close_name = format!("Close {title}");
    close_response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &close_name));
    if close_response.on_hover_text("Close this take").clicked() {
        commands.push(Command::Close(index));
    } else if response.clicked() && !active {
        commands.push(Command::Activate(index));
    }
}
