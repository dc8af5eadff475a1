//! The tabs of the left panel, where a folder is open: its list, and the takes that are open.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::folder::command::FolderCommand;
use crate::app::folder::list::FolderList;
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::{PanelContext, hand, one_line, put, underline};

/// Both tabs. At their right there is room for a button as high and as wide as any.
pub fn tabs_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let open = format!("Open {}", cx.state.session.takes.len());
    let width = (ui.available_width() - CONTROL - 8.0 - 2.0) * 0.5;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (word, shows) in [("Folder", true), (open.as_str(), false)] {
            let chosen = list.shows == shows;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::click());
            if chosen || response.hovered() {
                ui.painter().rect_filled(rect, CORNER, cx.colours.raised);
            }
            if chosen {
                underline(ui, cx, rect);
            }
            let colour = if chosen { cx.colours.text } else { cx.colours.dim };
            let galley = one_line(ui, word, regular(13.0), colour);
            let left = (rect.width() - galley.size().x) * 0.5;
            put(ui, rect.left_center() + vec2(left, 0.0), galley, colour);
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, chosen, word));
            let tip = if shows {
                "The takes of the folder"
            } else {
                "The takes that are open, and their bones"
            };
            cx.ask_if(hand(response).on_hover_text(tip).clicked(), FolderCommand::Show(shows));
        }
    });
    ui.add_space(8.0);
}
