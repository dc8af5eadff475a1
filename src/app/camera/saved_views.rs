//! The menu of saved views: show, rename, save again, remove.

use egui::{Ui, vec2};

use crate::app::camera::command::CameraCommand;
use crate::app::theme::CONTROL;
use crate::app::widgets;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::field::Field;
use crate::app::widgets::menu_rows::{Mark, line, row};
use crate::options::SAVED_VIEWS;

/// The width of the menu, in points.
const WIDTH: f32 = 236.0;
/// The width of the field with a name, in points.
const NAME: f32 = 168.0;

/// The saved views, and a row that saves the view under the first number that is free.
pub fn saved_views_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
    let views = &cx.state.view.saved_views;
    for view in views {
        let number = view.number;
        ui.horizontal(|ui| {
            let (word, name) = (number.to_string(), format!("Show saved view {number}"));
            let show = CameraCommand::ShowView(number);
            let tip = cx.tip(&name, show.clone());
            let button = widgets::word_button(ui, cx, &word, &name, false);
            if button.on_hover_text(tip).clicked() {
                cx.ask(show);
            }
            let (name, title) = (format!("Name of view {number}"), view.title());
            let field = Field::new(&name, &title, NAME, "Name of the view");
            let typed = field.show(ui, cx, |typed| Ok(typed.to_string()));
            cx.ask_all(typed.map(|name| CameraCommand::RenameView(number, name)));
            let size = vec2(CONTROL, CONTROL);
            let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
            let name = format!("Remove view {number}");
            if widgets::cross_button(ui, cx, rect, &name, "Remove") {
                cx.ask(CameraCommand::RemoveView(number));
            }
        });
    }
    let is_free = |number: &usize| views.iter().all(|view| view.number != *number);
    let Some(free) = (1..=SAVED_VIEWS).find(is_free) else {
        return;
    };
    if !views.is_empty() {
        line(ui, cx);
    }
    let save = CameraCommand::SaveView(free);
    let word = format!("Save as view {free}");
    if row(ui, cx, Mark::None, &word, cx.keys_of(save.clone())).clicked() {
        cx.ask(save);
    }
}
