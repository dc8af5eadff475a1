//! The transport bar: playback buttons, frame and time fields, playback speed.

pub(crate) mod position;
pub(crate) mod speed;
pub(crate) mod width;

use egui::{Align, Layout, Rect, Ui, UiBuilder, pos2, vec2};

use crate::app::playback::transport::width::Room;

use crate::app::playback::command::PlaybackCommand;
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::icon_button;
use crate::app::widgets::icons::Icon;
use crate::playback::{Direction, Playback};

/// The height of the row is that of its controls; this is below it.
const BELOW: f32 = 12.0;

/// The row of buttons and fields along the bottom.
pub fn transport_ui(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let all = ui.max_rect();
    let middle = all.bottom() - BELOW - CONTROL * 0.5;
    let size = vec2(all.width() - 2.0 * GUTTER, CONTROL);
    let row = Rect::from_center_size(pos2(all.center().x, middle), size);
    let part =
        |ui: &mut Ui, rect: Rect, layout: Layout, name: &str, add: &mut dyn FnMut(&mut Ui)| {
            let builder = UiBuilder::new().max_rect(rect).layout(layout).id_salt(name);
            ui.scope_builder(builder, |ui| add(ui));
        };
    let widths = |room| [position::width(ui, cx.state, room), speed::width(ui, room)];
    let fits = |room: &Room| {
        let sides = widths(*room).iter().sum::<f32>();
        sides + room.buttons() + 2.0 * room.gaps()[1] <= row.width()
    };
    let room = [Room::Wide, Room::Roomy].into_iter().find(fits);
    let room = room.unwrap_or(Room::Narrow);
    let [left, right] = widths(room);
    let ([gap, between], width) = (room.gaps(), room.buttons());
    let to_right = Layout::left_to_right(Align::Center);
    part(ui, row, to_right, "place", &mut |ui| {
        position::place(ui, cx, playback, room);
    });
    // In the middle of the window where there is room, else between what is beside them.
    let first = row.left() + left + between + width * 0.5;
    let last = row.right() - right - between - width * 0.5;
    let middle = row.center().x.min(last).max(first);
    let buttons = Rect::from_center_size(pos2(middle, row.center().y), vec2(width, CONTROL));
    part(ui, buttons, to_right, "buttons", &mut |ui| {
        ui.spacing_mut().item_spacing.x = gap;
        buttons_ui(ui, cx, playback);
    });
    let at_right = row.with_min_x(row.right() - right);
    part(ui, at_right, to_right, "pace", &mut |ui| {
        speed::pace(ui, cx, playback, room);
    });
}

fn buttons_ui(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let (icon, name) =
        if playback.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    for (icon, name, command) in [
        (Icon::First, "Go to in point", PlaybackCommand::First),
        (Icon::StepBack, "Previous frame", PlaybackCommand::Step(-1)),
        (Icon::PlayBackwards, "Play backwards", PlaybackCommand::PlayBackwards),
        (icon, name, PlaybackCommand::Toggle),
        (Icon::StepOn, "Next frame", PlaybackCommand::Step(1)),
        (Icon::Last, "Go to out point", PlaybackCommand::Last),
    ] {
        let main = command == PlaybackCommand::Toggle;
        // The key that plays backwards doubles the rate with each repeat, and does the same at first.
        let of_key = if command == PlaybackCommand::PlayBackwards {
            PlaybackCommand::Shuttle(Direction::Backwards)
        } else {
            command.clone()
        };
        let tip = cx.tip(name, of_key);
        if icon_button(ui, cx, icon, name, &tip, main).clicked() {
            cx.ask(command);
        }
    }
}
