//! The context menu of the timeline: actions at the frame under the pointer.

use egui::{Id, Popup, Response};

use super::layout::Places;
use crate::app::command::{InterfaceCommand, PlaybackCommand, TimelineCommand};
use crate::app::options::Overlay;
use crate::app::typed::{moment_text, number_text};
use crate::app::ui::context::PanelContext;
use crate::app::ui::menu_rows::{Mark, command_row, line, row};
use crate::playback::Playback;

/// The width of the menu, in points.
const WIDTH: f32 = 220.0;

/// Opens the menu where the right button was pressed and let go without a drag.
pub fn context_menu(cx: &PanelContext, playback: &Playback, places: &Places, response: &Response) {
    let state = cx.state;
    let id = Id::unique("frame of the timeline's menu");
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let frame = places.scale.frame(at.x);
        response.ctx.data_mut(|data| data.insert_temp(id, frame));
    }
    Popup::context_menu(response).show(|ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        let last = state.session.timeline.last();
        let frame: usize = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let frame = frame.min(last);
        let number = number_text(state.numbering().at(state.session.timeline.number(frame)));
        let [first, end] = [playback.range_in(), playback.range_out()];
        let go = format!("Go to frame {number}");
        command_row(ui, cx, &go, PlaybackCommand::Seek(frame));
        let end = end.filter(|end| *end >= frame).unwrap_or(last);
        let from_here = TimelineCommand::SetRange([frame, end]);
        command_row(ui, cx, "Set in point", from_here);
        let first = first.filter(|first| *first <= frame).unwrap_or(0);
        let up_to_here = TimelineCommand::SetRange([first, frame]);
        command_row(ui, cx, "Set out point", up_to_here);
        command_row(ui, cx, "Clear in and out", TimelineCommand::ClearRange);
        line(ui, cx);
        let all = TimelineCommand::ShowSpan(None);
        command_row(ui, cx, "Zoom timeline to fit", all);
        let go_to = InterfaceCommand::Overlay(Some(Overlay::GoTo));
        command_row(ui, cx, "Go to…", go_to);
        line(ui, cx);
        let time = moment_text(state, frame);
        for (word, text) in [("Copy frame number", number), ("Copy time", time)] {
            if row(ui, cx, Mark::None, word, &[]).clicked() {
                ui.copy_text(text);
                ui.close();
            }
        }
    });
}
