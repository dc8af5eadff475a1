//! The menu of saved views: show, rename, save again, remove.

use egui::{Ui, vec2};

use crate::app::theme::CONTROL;
use crate::app::widgets::menu_rows::{Mark, line, row};
use crate::app::widgets::{Field, PanelContext};
use crate::app::{CameraCommand, widgets};
use crate::options::SAVED_VIEWS;

/// The saved views, and a row that saves the view under the first number that is free.
pub fn saved_views_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.set_width(236.0);
    ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
    let views = &cx.state.view.saved_views;
    for view in views {
        let number = view.number;
        ui.horizontal(|ui| {
            let name = format!("Show saved view {number}");
            let show = CameraCommand::ShowView(number);
            let tip = cx.tip(&name, show.clone());
            widgets::command_button(ui, cx, &number.to_string(), &name, tip, show);
            let (name, title) = (format!("Name of view {number}"), view.title());
            let field = Field::new(&name, &title, 168.0, "Name of the view");
            let typed = field.show(ui, cx, |typed| Ok(typed.to_string()));
            cx.ask_all(typed.map(|name| CameraCommand::RenameView(number, name)));
            let (rect, _) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), egui::Sense::hover());
            let name = format!("Remove view {number}");
            let is_pressed = widgets::cross_button(ui, cx, rect, &name, "Remove");
            cx.ask_if(is_pressed, CameraCommand::RemoveView(number));
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
    cx.ask_if(row(ui, cx, Mark::None, &word, cx.keys_of(save.clone())).clicked(), save);
}
