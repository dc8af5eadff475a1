//! The context menu of the timeline: actions at the frame under the pointer.

use egui::{Id, Popup, Response, Ui};

use crate::app::playback::typed::{moment_text, number_text};
use crate::app::widgets::menu_rows::{action_rows, command_row, copy_row, line, set_menu_width};
use crate::app::widgets::{PanelContext, local};
use crate::app::{
    ChecksCommand, Menu, PlaybackCommand, TimelineCommand,
    checks::contact_rows::feet,
    checks::contacts::{self, PressedContact},
    timeline::panel::layout::TimelineLayout,
};
use crate::playback::Playback;
use crate::review::notes::Frames;
use crate::take::NodeId;

/// What can be done with contacts at a frame of the timeline.
fn contact_rows(ui: &mut Ui, cx: &PanelContext, frame: usize, contact: Option<PressedContact>) {
    /// How long a contact is that is added, in seconds.
    const ADDED: f64 = 0.2;
    let Some((open, feet)) = feet(cx.state) else {
        return;
    };
    let local_name = |foot: NodeId| local(&open.take.skeleton[foot].name);
    let frame = cx.state.session.timeline.frame_of(open, frame as f64);
    if let Some(PressedContact { foot, frames, .. }) = contact {
        let others = contacts::other_contacts(cx.state, foot, Some(frames));
        let word = format!("Delete contact of {}", local_name(foot));
        command_row(ui, cx, &word, ChecksCommand::SetContacts(foot, others));
    } else {
        let half = (0.5 * ADDED / open.take.motion.frame_time()).round() as usize;
        for foot in feet {
            let around = [frame.saturating_sub(half), (frame + half).min(open.last())];
            let all = contacts::with_contact(
                contacts::other_contacts(cx.state, foot, None),
                Frames::from(around),
            );
            let word = format!("Add contact of {}", local_name(foot));
            command_row(ui, cx, &word, ChecksCommand::SetContacts(foot, all));
        }
    }
    for edited in &open.review.kept.contacts {
        if let Some(foot) = open.take.skeleton.find(&edited.joint) {
            let word = format!("Contacts of {} as found", local_name(foot));
            command_row(ui, cx, &word, ChecksCommand::ResetContacts(foot));
        }
    }
}

/// Opens the menu where the right button was pressed and let go without a drag.
pub fn context_menu(
    cx: &PanelContext,
    playback: &Playback,
    layout: &TimelineLayout,
    response: &Response,
) {
    let state = cx.state;
    let id = Id::unique("frame of the timeline's menu");
    let contact_id = id.with("contact");
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let frame = layout.scale.frame(at.x);
        let contact = contacts::contact_at(state, layout, at);
        response.ctx.data_mut(|data| {
            data.insert_temp(id, frame);
            data.insert_temp(contact_id, contact);
        });
    }
    Popup::context_menu(response).show(|ui| {
        set_menu_width(ui, 220.0);
        let last = state.session.timeline.last();
        let frame = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or_default().min(last);
        let number = number_text(state.numbering().at(state.session.timeline.number(frame)));
        command_row(ui, cx, &format!("Go to frame {number}"), PlaybackCommand::Seek(frame));
        let end = playback.range_out().filter(|end| *end >= frame).unwrap_or(last);
        command_row(ui, cx, "Set in point", TimelineCommand::SetRange([frame, end]));
        let first = playback.range_in().filter(|first| *first <= frame).unwrap_or(0);
        command_row(ui, cx, "Set out point", TimelineCommand::SetRange([first, frame]));
        action_rows(ui, cx, Menu::Timeline, 1);
        line(ui, cx);
        action_rows(ui, cx, Menu::Timeline, 2);
        if frame == playback.frame() {
            action_rows(ui, cx, Menu::Timeline, 3);
        }
        action_rows(ui, cx, Menu::Timeline, 4);
        let contact: Option<PressedContact> = ui.data(|data| data.get_temp(contact_id)).flatten();
        contact_rows(ui, cx, frame, contact);
        line(ui, cx);
        copy_row(ui, cx, "Copy frame number", number);
        copy_row(ui, cx, "Copy time", moment_text(state, frame));
    });
}
