//! The list of recent files.

use std::path::Path;

use egui::{Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::FilesCommand;
use crate::app::theme::{CORNER, regular};
use crate::app::widgets::{PanelContext, cut, cut_name, hand, is_near, put, text_width};

pub const MAX: usize = 10;
pub const ROW: f32 = 26.0;

/// The first of the files, each with its folder; one that is there no longer is dimmed. Returns
/// whether one was clicked.
pub fn recent_ui(ui: &mut Ui, cx: &PanelContext, most: usize) -> bool {
    /// The pass of the layout that last listed them.
    #[derive(Clone, Copy)]
    struct Listed(u64);
    let id = egui::Id::unique("recent files");
    let pass = ui.ctx().cumulative_pass_nr();
    let before = ui.data_mut(|data| data.get_temp::<Listed>(id));
    ui.data_mut(|data| data.insert_temp(id, Listed(pass)));
    // A list that is opened anew looks anew.
    cx.ask_if(before.is_none_or(|before| before.0 + 1 < pass), FilesCommand::FindMissing);
    let mut clicked = false;
    for file in cx.state.interface.recent.iter().take(most) {
        if row(ui, cx, file, cx.state.interface.missing.contains(file)).clicked() {
            cx.ask(FilesCommand::Open(vec![file.clone()]));
            clicked = true;
        }
    }
    clicked
}

fn row(ui: &mut Ui, cx: &PanelContext, file: &Path, missing: bool) -> egui::Response {
    let colours = cx.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    if is_near(&response) {
        ui.painter().rect_filled(rect, CORNER, colours.raised);
    }
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new("")).to_string_lossy();
    let colour = if missing { colours.dim } else { colours.text };
    let left = rect.left() + 10.0;
    let room = rect.width() - 20.0;
    let text = cut_name(ui, &name, regular(13.0), colour, room);
    let at = |left: f32| pos2(left, rect.center().y);
    let after = text.size().x + 12.0;
    put(ui, at(left), text, colour);
    // The end of a long folder says more than its beginning.
    if room - after > 60.0 {
        let beside =
            if missing { "not found".to_string() } else { end_of(ui, &folder, room - after) };
        let text = cut(ui, &beside, regular(12.0), colours.dim, room - after);
        put(ui, at(left + after), text, colours.dim);
    }
    let name = if missing { format!("Open {name}, not found") } else { format!("Open {name}") };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    hand(response).on_hover_text(file.to_string_lossy())
}

/// As much of the end of a folder's path as there is room for.
fn end_of(ui: &Ui, folder: &str, room: f32) -> String {
    let fits = |text: &str| text_width(ui, text, 12.0) <= room;
    if fits(folder) {
        return folder.to_string();
    }
    let breaks = folder.match_indices(['/', '\\']).map(|(at, _)| at);
    let mut ends = breaks.skip(1).map(|at| format!("…{}", &folder[at..]));
    ends.find(|end| fits(end)).unwrap_or_default()
}
