//! The transport: what moves the playhead, and where it is.

use egui::{Align, Layout, Rect, Ui, UiBuilder, pos2, vec2};

use super::icons::Icon;
use super::widgets::{icon_button, menu_item, typed_field, word_button, word_button_width};
use crate::app::command::{Command, with_key};
use crate::app::state::{OpenTake, State};
use crate::app::theme::{CONTROL, GUTTER, regular};
use crate::playback::{EndMode, Playback};
use crate::take;

/// Below this width of the window, in points, what is also told elsewhere is left out of the row.
const ROOMY: f32 = 880.0;
/// Space between the buttons.
const GAP: f32 = 4.0;
/// The width of the field with the rate.
const RATE: f32 = 78.0;
/// The width of the text about rates: it must not move what is beside it while numbers change.
const TOLD: f32 = 148.0;

/// The row of buttons and fields along the bottom.
pub fn transport_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let all = ui.max_rect();
    let middle = all.bottom() - 12.0 - CONTROL * 0.5;
    let row = Rect::from_center_size(
        pos2(all.center().x, middle),
        vec2(all.width() - 2.0 * GUTTER, CONTROL),
    );
    let part =
        |ui: &mut Ui, rect: Rect, layout: Layout, name: &str, add: &mut dyn FnMut(&mut Ui)| {
            let builder = UiBuilder::new().max_rect(rect).layout(layout).id_salt(name);
            ui.scope_builder(builder, |ui| add(ui)).response.rect
        };
    let roomy = all.width() >= ROOMY;
    let to_right = Layout::left_to_right(Align::Center);
    let to_left = Layout::right_to_left(Align::Center);
    let left = part(ui, row, to_right, "place", &mut |ui| {
        place(ui, state, playback, roomy, commands);
    });
    // In the middle of the window where there is room, else between what is beside them.
    let width = 5.0 * (CONTROL + GAP) + 42.0;
    let first = left.right() + 8.0 + width * 0.5;
    let last = row.right() - rate_width(ui, playback, roomy) - 8.0 - width * 0.5;
    let middle = row.center().x.min(last).max(first);
    let buttons = Rect::from_center_size(pos2(middle, row.center().y), vec2(width, CONTROL));
    part(ui, buttons, to_right, "buttons", &mut |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        buttons_ui(ui, state, playback, commands);
    });
    part(ui, row, to_left, "rate", &mut |ui| {
        rate(ui, state, playback, roomy, commands);
    });
}

/// Frame number and time, both typable.
fn place(
    ui: &mut Ui,
    state: &State,
    playback: &Playback,
    roomy: bool,
    commands: &mut Vec<Command>,
) {
    let theme = state.theme;
    let frame_width = if roomy { 76.0 } else { 64.0 };
    let shown = playback.frame().to_string();
    let tip = "The frame showing, counted from 0; type one to go there";
    if let Some(typed) = typed_field(ui, theme, "Frame", &shown, frame_width, tip)
        && let Some(frame) = parse_frame(&typed, playback)
    {
        commands.push(Command::Seek(frame));
    }
    if roomy {
        let last = playback.frame_count() - 1;
        ui.label(egui::RichText::new(format!("/ {last}")).color(theme.colours().dim));
        ui.add_space(6.0);
    }
    let shown = timecode(playback.time());
    let tip = "Hours, minutes and seconds from the first frame; type a time to go there";
    if let Some(typed) = typed_field(ui, theme, "Time", &shown, 112.0, tip)
        && let Some(seconds) = parse_time(&typed)
    {
        let frame = (seconds / playback.frame_time()).round();
        commands.push(Command::Seek(frame.max(0.0) as usize));
    }
}

fn buttons_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let (icon, name) = if playback.is_playing() {
        (Icon::Pause, "Pause")
    } else {
        (Icon::Play, "Play")
    };
    for (icon, name, command) in [
        (Icon::First, "First frame", Command::First),
        (Icon::StepBack, "One frame back", Command::Step(-1)),
        (
            Icon::PlayBackwards,
            "Play backwards",
            Command::PlayBackwards,
        ),
        (icon, name, Command::TogglePlay),
        (Icon::StepOn, "One frame on", Command::Step(1)),
        (Icon::Last, "Last frame", Command::Last),
    ] {
        let main = command == Command::TogglePlay;
        let tip = with_key(name, &command);
        if icon_button(ui, state.theme, icon, name, &tip, main).clicked() {
            commands.push(command);
        }
    }
}

/// The width of what [`rate`] lays out, in points.
fn rate_width(ui: &Ui, playback: &Playback, roomy: bool) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let told = if roomy { TOLD + gap } else { 0.0 };
    told + RATE + gap + word_button_width(ui, playback.end_mode().name(), true)
}

/// From right to left: the rates, the rate field, the loop mode.
fn rate(ui: &mut Ui, state: &State, playback: &Playback, roomy: bool, commands: &mut Vec<Command>) {
    let theme = state.theme;
    if roomy {
        rates(ui, state, playback);
    }
    let shown = format!("{} ×", rate_text(playback.rate()));
    let tip = with_key(
        "Frames a frame of real time, from −8 to 8",
        &Command::Faster,
    );
    if let Some(typed) = typed_field(ui, theme, "Rate", &shown, RATE, &tip)
        && let Some(rate) = parse_rate(&typed)
    {
        commands.push(Command::SetRate(rate));
    }
    let mode = playback.end_mode();
    let button = word_button(ui, theme, mode.name(), "End of the range", true);
    egui::Popup::menu(&button).show(|ui| {
        for mode in EndMode::ALL {
            let chosen = playback.end_mode() == mode;
            if menu_item(ui, theme, chosen, mode.name()).clicked() {
                commands.push(Command::SetEndMode(mode));
            }
        }
        ui.separator();
        let tip = "Shows moments between two frames, instead of the nearest frame";
        let item = menu_item(ui, theme, state.blend, "Blend frames");
        if item.on_hover_text(tip).clicked() {
            commands.push(Command::Blend(!state.blend));
        }
    });
}

/// The file's rate, and the rate really reached.
fn rates(ui: &mut Ui, state: &State, playback: &Playback) {
    let (rect, response) = ui.allocate_exact_size(vec2(TOLD, CONTROL), egui::Sense::hover());
    // Nobody gave a rate to a rest pose, nor to an empty window.
    let has_frames = |open: &OpenTake| open.take.motion.frame_count() > 0;
    if !state.take().is_some_and(has_frames) {
        return;
    }
    let is_assumed = |open: &OpenTake| open.take.motion.rate_is_assumed();
    let whose = match state.take().is_some_and(is_assumed) {
        true => "assumed",
        false => "file",
    };
    let rate = take::rate(1.0 / playback.frame_time());
    let told = match state.shown_rate {
        Some(shown) if playback.is_playing() => format!("{rate} fps {whose} · {shown:.0} shown"),
        _ => format!("{rate} fps {whose}"),
    };
    ui.painter().text(
        rect.right_center(),
        egui::Align2::RIGHT_CENTER,
        &told,
        regular(13.0),
        state.theme.colours().dim,
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &told));
}

/// `1.0`, `0.25`, `−2.0`: one decimal at least, three at most.
fn rate_text(rate: f64) -> String {
    let text = format!("{:.3}", rate.abs());
    let text = text.trim_end_matches('0');
    let text = if text.ends_with('.') {
        format!("{text}0")
    } else {
        text.to_string()
    };
    if rate < 0.0 {
        format!("−{text}")
    } else {
        text
    }
}

fn parse_rate(typed: &str) -> Option<f64> {
    let typed = typed
        .trim()
        .trim_end_matches(['×', 'x', 'X'])
        .replace('−', "-")
        .replace(',', ".");
    typed
        .trim()
        .parse()
        .ok()
        .filter(|rate: &f64| rate.is_finite())
}

/// A frame number; with a sign, that many frames from here.
fn parse_frame(typed: &str, playback: &Playback) -> Option<usize> {
    let typed = typed.trim();
    if let Some(more) = typed.strip_prefix('+') {
        return Some(playback.frame().saturating_add(more.trim().parse().ok()?));
    }
    if let Some(fewer) = typed.strip_prefix(['-', '−']) {
        return Some(playback.frame().saturating_sub(fewer.trim().parse().ok()?));
    }
    typed.parse().ok()
}

/// `00:00:01.567`
pub fn timecode(seconds: f64) -> String {
    let milliseconds = (seconds * 1000.0).round() as u64;
    let (seconds, milliseconds) = (milliseconds / 1000, milliseconds % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}")
}

/// Seconds from `1.5`, `1:30` or `00:01:30.250`.
fn parse_time(typed: &str) -> Option<f64> {
    let mut seconds = 0.0;
    let parts: Vec<&str> = typed.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    for part in parts {
        let value: f64 = part.trim().replace(',', ".").parse().ok()?;
        if !value.is_finite() || value < 0.0 {
            return None;
        }
        seconds = seconds * 60.0 + value;
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_typed_as_they_are_shown() {
        assert_eq!(timecode(3725.0625), "01:02:05.063");
        assert_eq!(parse_time("01:02:05.063"), Some(3725.063));
        assert_eq!(parse_time("1:30"), Some(90.0));
        assert_eq!(parse_time("2,5"), Some(2.5));
        for nonsense in ["", "a", "1:2:3:4", "-1", "inf"] {
            assert_eq!(parse_time(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn rates_are_typed_as_they_are_shown() {
        for (rate, text) in [(1.0, "1.0"), (0.25, "0.25"), (-2.0, "−2.0"), (0.05, "0.05")] {
            assert_eq!(rate_text(rate), text);
            assert_eq!(parse_rate(&format!("{text} ×")), Some(rate));
        }
        assert_eq!(parse_rate("fast"), None);
    }

    #[test]
    fn frames_are_typed_from_the_first_or_from_here() {
        let mut playback = Playback::new(100, 0.1);
        playback.seek(50);
        for (typed, frame) in [
            (" 7 ", Some(7)),
            ("+5", Some(55)),
            ("-60", Some(0)),
            ("x", None),
        ] {
            assert_eq!(parse_frame(typed, &playback), frame, "{typed}");
        }
    }
}
