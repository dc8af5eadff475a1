//! The transport bar: playback buttons, frame and time fields, playback speed.

use egui::{
    Align, Align2, Layout, Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::app::playback::typed::{BareNumber, ParseContext, moment_text, number_text};
use crate::app::theme::{CONTROL, GUTTER, regular};
use crate::app::widgets::menu_rows::{action_rows, menu_items, toggle_items};
use crate::app::widgets::{
    Field, PanelContext, field, icon_button, text_width, word_button_in, word_button_width,
};
use crate::app::{
    Command, Menu, PlaybackCommand, State, playback::typed, playback::typed::speed::Pace,
    widgets::field::ARROW, widgets::icons::Icon,
};
use crate::options::ViewToggle;
use crate::playback::{Direction, LoopMode, Playback, RATES, SPEED_STEPS, Timecode};
use crate::take;
use crate::take::{FrameNumbers, rounded};

/// The row of buttons and fields along the bottom.
pub fn transport_ui(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let all = ui.max_rect();
    let middle = all.bottom() - 12.0 - CONTROL * 0.5;
    let size = vec2(all.width() - 2.0 * GUTTER, CONTROL);
    let row = Rect::from_center_size(pos2(all.center().x, middle), size);
    let part = |rect: Rect, name: &str| {
        let to_right = Layout::left_to_right(Align::Center);
        UiBuilder::new().max_rect(rect).layout(to_right).id_salt(name)
    };
    let widths = |room| [place_width(ui, cx.state, room), pace_width(ui, room)];
    let fits = |room: &Room| {
        let sides = widths(*room).iter().sum::<f32>();
        sides + room.buttons() + 2.0 * room.gaps()[1] <= row.width()
    };
    let room = [Room::Wide, Room::Roomy].into_iter().find(fits).unwrap_or(Room::Narrow);
    let [left, right] = widths(room);
    let ([gap, between], width) = (room.gaps(), room.buttons());
    ui.scope_builder(part(row, "place"), |ui| place(ui, cx, playback, room));
    // In the middle of the window where there is room, else between what is beside them.
    let first = row.left() + left + between + width * 0.5;
    let middle = row.center().x.min(row.right() - right - between - width * 0.5).max(first);
    let buttons = Rect::from_center_size(pos2(middle, row.center().y), vec2(width, CONTROL));
    ui.scope_builder(part(buttons, "buttons"), |ui| {
        ui.spacing_mut().item_spacing.x = gap;
        buttons_ui(ui, cx, playback);
    });
    let pace_rect = row.with_min_x(row.right() - right);
    ui.scope_builder(part(pace_rect, "pace"), |ui| pace(ui, cx, playback, room));
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
        let tip = cx.tip(
            name,
            match command {
                // The key doubles the rate with each repeat, and does the same at first.
                PlaybackCommand::PlayBackwards => PlaybackCommand::Shuttle(Direction::Backwards),
                _ => command.clone(),
            },
        );
        let is_main = command == PlaybackCommand::Toggle;
        cx.ask_if(icon_button(ui, cx, icon, name, &tip, is_main).clicked(), command);
    }
}

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
        5.0 * CONTROL + 42.0 + 5.0 * self.gaps()[0]
    }
}

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
        let whose = if state.is_longer_than_take() { " session" } else { "" };
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
fn place_width(ui: &Ui, state: &State, room: Room) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let all = Measures::of(ui, state, room);
    let more = if room == Room::Narrow { 0.0 } else { all.last_width + gap + BEFORE_TIME + ARROW };
    all.frame + gap + all.time + more
}

/// Frame number and time, as the active take counts them.
fn place(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
    let context = ParseContext::of(cx.state);
    let seek = |typed: &str, bare: BareNumber| {
        let context = context.ok_or("Nothing is open")?;
        let number = context.frame(typed, bare)?;
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
    cx.ask_all(field.show(ui, cx, |typed| seek(typed, BareNumber::Frame)));
    if room > Room::Narrow {
        let last = RichText::new(&all.last).color(cx.colours.dim);
        ui.label(last).on_hover_text(if cx.state.is_longer_than_take() {
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
        let fps = rounded(playback.fps(), 3);
        let drops = if timecode.is_drop_frame() { ", drop frame" } else { "" };
        format!("Timecode from the first frame, at {fps} fps{drops}. Type a timecode to go to")
    } else {
        "Time from the first frame. Type a time to go to".to_string()
    };
    let field =
        Field { has_choices: room > Room::Narrow, ..Field::new("Time", &shown, all.time, &tip) };
    cx.ask_all(field.show(ui, cx, |typed| seek(typed, BareNumber::Seconds)));
    if room > Room::Narrow {
        let arrow = field::choices(ui, cx, &field, "Seconds or timecode", |ui| {
            toggle_items(ui, cx, ViewToggle::Timecode, [(false, "Seconds"), (true, "Timecode")]);
        });
        arrow.on_hover_text("Seconds or timecode");
    }
}

/// The width of the fields with playback speed and playback fps, in points.
const SPEED: f32 = 78.0;
const RATE: f32 = 84.0;

/// The width of what [`pace`] lays out, in points. It depends on the room alone, so that nothing moves
/// while numbers change and choices are made.
fn pace_width(ui: &Ui, room: Room) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let least = modes_width(ui, room) + gap + SPEED + ARROW;
    match room {
        Room::Narrow => least,
        Room::Roomy => least + gap + RATE + ARROW,
        Room::Wide => least + gap + RATE + ARROW + gap + readout_width(ui),
    }
}

/// From left to right: what is told of pictures, the loop mode, the speed, the rate.
fn pace(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
    if room == Room::Wide {
        readout(ui, cx);
    }
    modes(ui, cx, playback, room);
    speed(ui, cx, playback);
    if room > Room::Narrow {
        rate(ui, cx, playback);
    }
}

/// The button is as wide as its longest word.
fn modes_width(ui: &Ui, room: Room) -> f32 {
    /// Where there is little room, the word comes nearer to what is behind it.
    const NEARER: f32 = 8.0;
    let widths = LoopMode::ALL.map(|mode| word_button_width(ui, mode_name(mode), true));
    let width = widths.into_iter().fold(0.0, f32::max).ceil();
    if room == Room::Narrow { width - NEARER } else { width }
}

fn mode_name(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Once => "Once",
        LoopMode::Loop => "Loop",
        LoopMode::PingPong => "Ping-pong",
    }
}

/// What happens at the ends.
fn modes(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
    let mode = playback.loop_mode();
    let width = modes_width(ui, room);
    let button = word_button_in(ui, cx, mode_name(mode), "Loop mode", true, width);
    let modes =
        LoopMode::ALL.map(|to| (to == mode, mode_name(to), PlaybackCommand::SetLoopMode(to)));
    egui::Popup::menu(&button).show(|ui| menu_items(ui, cx, modes));
    let tip = "Loop mode: loop, ping-pong, once";
    button.on_hover_text(cx.tip(tip, PlaybackCommand::NextLoopMode));
}

fn command_of(pace: Pace) -> Command {
    match pace {
        Pace::Speed(speed) => Command::Playback(PlaybackCommand::SetSpeed(speed)),
        Pace::Fps(fps) => Command::Playback(PlaybackCommand::PlayAt(fps)),
    }
}

/// The speed, and speeds to choose from; there is also what shows between frames and where there are
/// too many of them.
fn speed(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let shown = format!("{} ×", speed_text(playback.rate()));
    let tip = "Playback speed, −8 to 8: 0.5, 50% or 2x; 24fps plays at 24 fps; faster";
    let tip = cx.tip(tip, PlaybackCommand::Faster);
    let field = Field::new("Playback speed", &shown, SPEED, &tip).with_choices();
    cx.ask_all(field.show(ui, cx, typed::speed).map(command_of));
    let arrow = field::choices(ui, cx, &field, "Choose playback speed", |ui| {
        let speed = playback.rate().abs();
        for rung in SPEED_STEPS {
            let is_it = (speed - rung).abs() < 1e-9;
            let is_chosen = field.choice(ui, cx, is_it, &format!("{} ×", speed_text(rung)));
            // A speed below zero stays below zero.
            let speed = rung.copysign(playback.rate());
            cx.ask_if(is_chosen, PlaybackCommand::SetSpeed(speed));
        }
        ui.separator();
        ui.set_max_width(150.0);
        action_rows(ui, cx, Menu::Speed, 1);
    });
    let tip = "Playback speeds and frame options; slower";
    arrow.on_hover_text(cx.tip(tip, PlaybackCommand::Slower));
}

/// Frames a second of real time, and rates to choose from.
fn rate(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let chosen = playback.chosen_fps();
    let own = rate_of_file(cx.state);
    let shown_fps = |fps: f64| format!("{} fps", rounded(fps, 3));
    // Nobody gave a rate to a rest pose, nor to an empty window.
    let of_file = own.as_ref().map_or("–", |(fps, _)| fps.as_str());
    let shown = chosen.map_or(of_file.to_string(), shown_fps);
    let about = "Frames per second at a playback speed of 1: 24, 29.97 or file";
    let tip = match (&own, chosen) {
        (Some((fps, whose)), Some(_)) => format!("{about}. The {whose}: {fps}"),
        (Some((_, whose)), None) => format!("{about}. Now the {whose}"),
        (None, _) => about.to_string(),
    };
    let field = Field::new("Playback fps", &shown, RATE, &tip).with_choices();
    cx.ask_all(field.show(ui, cx, typed::rate).map(command_of));
    let arrow = field::choices(ui, cx, &field, "Choose playback fps", |ui| {
        let file = match &own {
            Some((fps, _)) => format!("File rate: {fps}"),
            None => "File rate".to_string(),
        };
        let rates = RATES.map(|fps| (shown_fps(fps), Some(fps)));
        for (word, fps) in [(file, None)].into_iter().chain(rates) {
            let is_chosen = field.choice(ui, cx, chosen == fps, &word);
            cx.ask_if(is_chosen, PlaybackCommand::PlayAt(fps));
        }
    });
    arrow.on_hover_text("Playback fps");
}

/// The rate of the active take, and whose it is.
fn rate_of_file(state: &State) -> Option<(String, &'static str)> {
    let open = state.take()?;
    let motion = &open.take.motion;
    let whose = if motion.rate_is_assumed() {
        "assumed rate, since the file gives none"
    } else {
        "file's rate"
    };
    (motion.frame_count() > 0).then_some((format!("{} fps", take::rate(open.take.fps())), whose))
}

/// What the readout says of pictures, part by part.
fn pictures(state: &State) -> Vec<String> {
    let mut parts = Vec::new();
    let has_frames = rate_of_file(state).is_some();
    if !has_frames || !state.session.playback.is_playing() {
        let is_assumed = state.session.playback.chosen_fps().is_none()
            && state.take().is_some_and(|open| open.take.motion.rate_is_assumed());
        return if has_frames && is_assumed { vec!["assumed rate".to_string()] } else { parts };
    }
    if let Some(shown) = state.session.redraw_rate {
        parts.push(format!("{shown:.0} shown"));
    }
    if state.is_on(ViewToggle::EveryFrame) {
        parts.push("every frame".to_string());
    } else if state.session.skipped_frames > 0 {
        parts.push(format!("{} skipped", state.session.skipped_frames.min(99_999)));
    }
    parts
}

/// The width that is kept for [`pictures`], in points.
fn readout_width(ui: &Ui) -> f32 {
    text_width(ui, "120 shown · 9999 skipped", 13.0).ceil()
}

/// The rate really reached, and what was dropped.
fn readout(ui: &mut Ui, cx: &PanelContext) {
    let width = readout_width(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::hover());
    let parts = pictures(cx.state);
    let all = parts.join(" · ");
    // Where there is no room for all of it, the tip has the rest.
    let mut fitting = parts.len();
    while fitting > 1 && text_width(ui, &parts[..fitting].join(" · "), 13.0) > width {
        fitting -= 1;
    }
    let (at, align, dim) = (rect.right_center(), Align2::RIGHT_CENTER, cx.colours.dim);
    ui.painter().text(at, align, parts[..fitting].join(" · "), regular(13.0), dim);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &all));
    let about = "Redraws per second while playing, and frames skipped since playback began";
    if fitting < parts.len() {
        response.on_hover_text(format!("{all}\n{about}"));
    } else if !parts.is_empty() {
        response.on_hover_text(about);
    }
}

/// `1.0`, `0.25`, `−2.0`: one decimal at least, three at most.
fn speed_text(rate: f64) -> String {
    let text = format!("{:.3}", rate.abs());
    let text = text.trim_end_matches('0');
    let zero = if text.ends_with('.') { "0" } else { "" };
    let sign = if rate < 0.0 { "−" } else { "" };
    format!("{sign}{text}{zero}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_typed_as_they_are_shown() {
        for (speed, text) in [(1.0, "1.0"), (0.25, "0.25"), (-2.0, "−2.0"), (0.05, "0.05")] {
            assert_eq!(speed_text(speed), text);
            assert_eq!(typed::speed(&format!("{text} ×")), Ok(Pace::Speed(speed)));
        }
    }
}
