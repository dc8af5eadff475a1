//! The fields with the frame and the time of the playhead.

use egui::{RichText, Ui};

use crate::app::command::Command;
use crate::app::display::command::DisplayCommand;
use crate::app::playback::command::PlaybackCommand;
use crate::app::playback::transport::width::Room;
use crate::app::playback::typed::duration::Bare;
use crate::app::playback::typed::{ParseContext, moment_text, number_text};
use crate::app::state::State;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::field;
use crate::app::widgets::field::{ARROW, Field};
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::text::text_width;

use crate::options::ViewToggle;
use crate::playback::{Playback, Timecode};
use crate::take::{FrameNumbers, rounded};

/// Space before the time, in points.
const BEFORE_TIME: f32 = 6.0;

/// What the frame's field and the last frame beside it take, in points. Both are as wide as the longest
/// number on the timeline, so that nothing moves while it runs.
struct Measures {
    frame: f32,
    last: String,
    last_width: f32,
    time: f32,
}

impl Measures {
    fn of(ui: &Ui, state: &State, room: Room) -> Self {
        let ends = [0, state.session.timeline.last()];
        let ends = ends.map(|frame| state.numbering().at(state.session.timeline.number(frame)));
        let widest = ends.map(|number| text_width(ui, &number_text(number), 13.0));
        let least = if room == Room::Narrow { 64.0 } else { 76.0 };
        let whose = if state.is_session() { " session" } else { "" };
        let last = format!("/ {}{whose}", number_text(ends[1]));
        let sign = if state.session.timeline.before > 0 { 8.0 } else { 0.0 };
        let time = sign + if room == Room::Narrow { 108.0 } else { 112.0 };
        Self {
            frame: (widest[0].max(widest[1]) + 24.0).max(least),
            last_width: text_width(ui, &last, 13.0),
            last,
            time,
        }
    }
}

/// The width of what [`place`] lays out, in points.
pub fn width(ui: &Ui, state: &State, room: Room) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let all = Measures::of(ui, state, room);
    let more = match room {
        Room::Narrow => 0.0,
        _ => all.last_width + gap + BEFORE_TIME + ARROW,
    };
    all.frame + gap + all.time + more
}

/// Frame number and time, as the active take counts them.
pub fn place(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
    let here = ParseContext::of(cx.state);
    let seek = |typed: &str, bare: Bare| {
        let here = here.ok_or("Nothing is open")?;
        let number = here.frame(typed, bare)?;
        Ok(Command::Playback(PlaybackCommand::Seek(cx.state.session.timeline.frame(number))))
    };
    let shown = number_text(cx.state.shown_number());
    let all = Measures::of(ui, cx.state, room);
    let tip = if cx.state.numbering() == FrameNumbers::FROM_0 {
        "Current frame, numbered from 0. Type a frame, or +10 or −10 to step"
    } else {
        "Current frame, numbered as in the file. Type a frame, or +10 or −10 to step"
    };
    let field = Field::new("Frame", &shown, all.frame, tip);
    cx.ask_all(field.show(ui, cx, |typed| seek(typed, Bare::Frame)));
    if room > Room::Narrow {
        let last = RichText::new(&all.last).color(cx.colours.dim);
        ui.label(last).on_hover_text(if cx.state.is_session() {
            "Last frame of all visible takes, as the active take numbers them"
        } else {
            "Last frame of the take"
        });
        ui.add_space(BEFORE_TIME);
    }
    let timecode = Timecode::at(playback.fps());
    let is_timecode = cx.state.is_on(ViewToggle::Timecode);
    let shown = moment_text(cx.state, playback.frame());
    let tip = if is_timecode {
        about(timecode, playback)
    } else {
        "Time from the first frame. Type a time to go to".to_string()
    };
    let field =
        Field { has_choices: room > Room::Narrow, ..Field::new("Time", &shown, all.time, &tip) };
    cx.ask_all(field.show(ui, cx, |typed| seek(typed, Bare::Seconds)));
    if room > Room::Narrow {
        let arrow = field::choices(ui, cx, &field, "Seconds or timecode", |ui| {
            for (chosen, word) in [(false, "Seconds"), (true, "Timecode")] {
                let item = menu_item(ui, cx, is_timecode == chosen, word);
                if item.clicked() && is_timecode != chosen {
                    cx.ask(DisplayCommand::Toggle(ViewToggle::Timecode));
                }
            }
        });
        arrow.on_hover_text("Seconds or timecode");
    }
}

/// What a timecode counts.
fn about(timecode: Timecode, playback: &Playback) -> String {
    let fps = rounded(playback.fps(), 3);
    let drops = if timecode.is_drop_frame() { ", drop frame" } else { "" };
    format!("Timecode from the first frame, at {fps} fps{drops}. Type a timecode to go to")
}
