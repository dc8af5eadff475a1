//! The transport: what moves the playhead, where it is, and how fast it goes.

mod pace;
mod place;

use egui::{Align, Color32, Layout, Rect, Ui, UiBuilder, pos2, vec2};

use super::icons::Icon;
use super::widgets::icon_button;
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::{CONTROL, GUTTER, regular};
use crate::playback::{Direction, Playback};

/// The width of all buttons without the space between them.
const BUTTONS: f32 = 5.0 * CONTROL + 42.0;
/// The height of the row is that of its controls; this is below it.
const BELOW: f32 = 12.0;

/// How much of the row there is room for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Room {
    /// For what can be done.
    Narrow,
    /// For the rate and for choices, too.
    Roomy,
    /// For what is told of pictures.
    Wide,
}

impl Room {
    /// Space between the buttons, and at least so much between the parts of the row, in points.
    fn gaps(self) -> [f32; 2] {
        match self {
            Self::Narrow => [2.0, 6.0],
            _ => [4.0, 8.0],
        }
    }

    /// The width of all buttons, in points.
    fn buttons(self) -> f32 {
        BUTTONS + 5.0 * self.gaps()[0]
    }
}

/// The row of buttons and fields along the bottom.
pub fn transport_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let all = ui.max_rect();
    let middle = all.bottom() - BELOW - CONTROL * 0.5;
    let row = Rect::from_center_size(
        pos2(all.center().x, middle),
        vec2(all.width() - 2.0 * GUTTER, CONTROL),
    );
    let part =
        |ui: &mut Ui, rect: Rect, layout: Layout, name: &str, add: &mut dyn FnMut(&mut Ui)| {
            let builder = UiBuilder::new().max_rect(rect).layout(layout).id_salt(name);
            ui.scope_builder(builder, |ui| add(ui));
        };
    let widths = |room| [place::width(ui, state, room), pace::width(ui, room)];
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
        place::place(ui, state, playback, room, commands);
    });
    // In the middle of the window where there is room, else between what is beside them.
    let first = row.left() + left + between + width * 0.5;
    let last = row.right() - right - between - width * 0.5;
    let middle = row.center().x.min(last).max(first);
    let buttons = Rect::from_center_size(pos2(middle, row.center().y), vec2(width, CONTROL));
    part(ui, buttons, to_right, "buttons", &mut |ui| {
        ui.spacing_mut().item_spacing.x = gap;
        buttons_ui(ui, state, playback, commands);
    });
    let at_right = row.with_min_x(row.right() - right);
    part(ui, at_right, to_right, "pace", &mut |ui| {
        pace::pace(ui, state, playback, room, commands);
    });
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let colour = Color32::PLACEHOLDER;
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_string(), regular(13.0), colour);
    galley.size().x
}

fn buttons_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let (icon, name) = if playback.is_playing() {
        (Icon::Pause, "Pause")
    } else {
        (Icon::Play, "Play")
    };
    let back = Command::PlayBackwards;
    for (icon, name, command) in [
        (Icon::First, "First frame", Command::First),
        (Icon::StepBack, "One frame back", Command::Step(-1)),
        (Icon::PlayBackwards, "Play backwards", back),
        (icon, name, Command::TogglePlay),
        (Icon::StepOn, "One frame on", Command::Step(1)),
        (Icon::Last, "Last frame", Command::Last),
    ] {
        let main = command == Command::TogglePlay;
        // The key that plays backwards doubles the rate with each repeat, and does the same at first.
        let of_key = match command {
            Command::PlayBackwards => Command::Shuttle(Direction::Backwards),
            _ => command.clone(),
        };
        let tip = state.keymap.tip(name, &of_key);
        if icon_button(ui, state.theme, icon, name, &tip, main).clicked() {
            commands.push(command);
        }
    }
}
