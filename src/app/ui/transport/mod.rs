//! The transport: what moves the playhead, where it is, and how fast it goes.

use egui::{Align, Layout, Rect, RichText, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::icons::{self, Icon};
use super::widgets::{icon_button, menu_item, typed_field, word_button, word_button_width};
use crate::app::command::Command;
use crate::app::state::{State, Switch};
use crate::app::theme::{CONTROL, CORNER, GUTTER, regular};
use crate::app::typed::{Bare, Here, number_text, time_text};
use crate::playback::{Direction, EndMode, LADDER, Playback};
use crate::take::{self, FrameNumbers};

/// Below this width of the window, in points, what is also told elsewhere is left out of the row.
const ROOMY: f32 = 880.0;
/// From this width on, there is room for all that is told of rates.
const WIDE: f32 = 1180.0;
/// Space between the buttons.
const GAP: f32 = 4.0;
/// The width of the field with the rate, and of the arrow beside it.
const RATE: f32 = 78.0;
const ARROW: f32 = 20.0;
/// The slowest rate that can be typed.
const SLOWEST: f64 = 0.01;
/// The height of the row is that of its controls; this is below it.
const BELOW: f32 = 12.0;

/// How much of the row there is room for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Room {
    /// For what can be done.
    Narrow,
    /// For the rates, too.
    Roomy,
    /// For all.
    Wide,
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
            ui.scope_builder(builder, |ui| add(ui)).response.rect
        };
    let room = match all.width() {
        width if width >= WIDE => Room::Wide,
        width if width >= ROOMY => Room::Roomy,
        _ => Room::Narrow,
    };
    let to_right = Layout::left_to_right(Align::Center);
    let left = part(ui, row, to_right, "place", &mut |ui| {
        place(ui, state, playback, room, commands);
    });
    // In the middle of the window where there is room, else between what is beside them.
    let width = 5.0 * (CONTROL + GAP) + 42.0;
    let rates = rate_width(ui, state, playback, room);
    let first = left.right() + 8.0 + width * 0.5;
    let last = row.right() - rates - 8.0 - width * 0.5;
    let middle = row.center().x.min(last).max(first);
    let buttons = Rect::from_center_size(pos2(middle, row.center().y), vec2(width, CONTROL));
    part(ui, buttons, to_right, "buttons", &mut |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        buttons_ui(ui, state, playback, commands);
    });
    let mut at_right = row;
    at_right.min.x = row.right() - rates;
    part(ui, at_right, to_right, "rate", &mut |ui| {
        rate(ui, state, playback, room, commands);
    });
}

/// Frame number and time, both typable, as the active take counts them.
fn place(ui: &mut Ui, state: &State, playback: &Playback, room: Room, commands: &mut Vec<Command>) {
    let theme = state.theme;
    let here = Here::of(state);
    let seek = |typed: &str, bare: Bare| {
        let number = here?.frame(typed, bare).ok()?;
        Some(Command::Seek(state.timeline.frame(number)))
    };
    let numbering = state.numbering();
    let shown = number_text(state.shown_number());
    // As wide as the longest number on the timeline, so that nothing moves while it runs.
    let ends = [0, state.timeline.last()];
    let ends = ends.map(|frame| numbering.at(state.timeline.number(frame)));
    let widest = ends.map(|number| text_width(ui, &number_text(number)));
    let least = if room == Room::Narrow { 64.0 } else { 76.0 };
    let width = (widest[0].max(widest[1]) + 24.0).max(least);
    let tip = match numbering == FrameNumbers::FROM_0 {
        true => "The frame that shows, counted from 0; type one to go there, or + and − from here",
        false => {
            "The frame that shows, as its file calls it; type one to go there, or + and − from here"
        }
    };
    if let Some(typed) = typed_field(ui, theme, "Frame", &shown, width, tip) {
        commands.extend(seek(&typed, Bare::Frame));
    }
    if room > Room::Narrow {
        // Other takes may go on longer.
        let last = number_text(ends[1]);
        ui.label(RichText::new(format!("/ {last}")).color(theme.colours().dim));
        ui.add_space(6.0);
    }
    let shown = time_text(state.timeline.time(playback.frame()));
    let width = if state.timeline.before > 0 {
        120.0
    } else {
        112.0
    };
    let tip = "Hours, minutes and seconds from the first frame; type a time to go there";
    if let Some(typed) = typed_field(ui, theme, "Time", &shown, width, tip) {
        commands.extend(seek(&typed, Bare::Seconds));
    }
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let colour = egui::Color32::PLACEHOLDER;
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

/// The width of what [`rate`] lays out, in points.
fn rate_width(ui: &Ui, state: &State, playback: &Playback, room: Room) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let mode = word_button_width(ui, playback.end_mode().name(), true);
    let told = told_width(ui, state, room);
    let told = if told > 0.0 { gap + told } else { 0.0 };
    mode + gap + RATE + arrow_width(room) + told
}

/// Where there is little room, keys alone step along the ladder.
fn arrow_width(room: Room) -> f32 {
    if room == Room::Narrow { 0.0 } else { ARROW }
}

/// From left to right: the loop mode, the rate, what is told of rates.
fn rate(ui: &mut Ui, state: &State, playback: &Playback, room: Room, commands: &mut Vec<Command>) {
    let theme = state.theme;
    modes(ui, state, playback, commands);
    let shown = format!("{} ×", rate_text(playback.rate()));
    let tip = state.keymap.tip(
        "Frames a frame of real time, from −8 to 8; faster",
        &Command::Faster,
    );
    if let Some(typed) = typed_field(ui, theme, "Rate", &shown, RATE, &tip)
        && let Some(rate) = parse_rate(&typed)
    {
        commands.push(Command::SetRate(rate));
    }
    let gap = ui.spacing().item_spacing.x;
    if room > Room::Narrow {
        ui.add_space(-gap);
        ladder(ui, state, playback, commands);
    }
    rates(ui, state, room);
}

/// What happens at the ends, and which frames show while playing.
fn modes(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let theme = state.theme;
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
        for switch in [Switch::Blend, Switch::EveryFrame] {
            let is_on = state.switches.is_on(switch);
            let tip = state.keymap.tip(switch.about(), &Command::Toggle(switch));
            let item = menu_item(ui, theme, is_on, switch.name()).on_hover_text(tip);
            if item.clicked() {
                commands.push(Command::Toggle(switch));
            }
        }
    });
    let tip = "What happens at the end of the range, and which frames show";
    button.on_hover_text(state.keymap.tip(tip, &Command::NextEndMode));
}

/// The arrow beside the rate, with the rates to choose from.
fn ladder(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let colours = state.theme.colours();
    let (rect, arrow) = ui.allocate_exact_size(vec2(ARROW, CONTROL), Sense::click());
    // Field and arrow are one thing to look at.
    let both = rect.with_min_x(rect.left() - RATE);
    let joint = rect
        .with_min_x(rect.left() - f32::from(CORNER))
        .shrink2(vec2(0.0, 1.0));
    let painter = ui.painter();
    let at_right = egui::CornerRadius {
        ne: CORNER,
        se: CORNER,
        ..egui::CornerRadius::ZERO
    };
    painter.rect_filled(joint, at_right, colours.field);
    let line = egui::Stroke::new(1.0, colours.line);
    painter.rect_stroke(both, f32::from(CORNER), line, egui::StrokeKind::Inside);
    let colour = match arrow.hovered() || arrow.has_focus() {
        true => colours.text,
        false => colours.dim,
    };
    icons::chevron(ui.painter(), rect.center(), colour);
    arrow.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, "Choose a rate"));
    egui::Popup::menu(&arrow).show(|ui| {
        let speed = playback.rate().abs();
        for rung in LADDER {
            let is_it = (speed - rung).abs() < 1e-9;
            let name = format!("{} ×", rate_text(rung));
            if menu_item(ui, state.theme, is_it, &name).clicked() {
                // A rate below zero stays below zero.
                commands.push(Command::SetRate(rung.copysign(playback.rate())));
            }
        }
    });
    arrow.on_hover_text(state.keymap.tip("Choose a rate; slower", &Command::Slower));
}

/// The rate of the active take: `120 fps file`. Nobody gave one to a rest pose, nor to an empty window.
fn rate_of_file(state: &State) -> Option<String> {
    let open = state.take()?;
    let motion = &open.take.motion;
    let whose = match motion.rate_is_assumed() {
        true => "assumed",
        false => "file",
    };
    (motion.frame_count() > 0).then(|| format!("{} fps {whose}", take::rate(open.take.fps())))
}

/// What is told of rates, from the file's own on; the longer it is, the more there is to tell.
fn told(state: &State) -> Vec<String> {
    let mut told: Vec<String> = rate_of_file(state).into_iter().collect();
    if told.is_empty() || !state.playback.is_playing() {
        return told;
    }
    if let Some(shown) = state.shown_rate {
        told.push(format!("{shown:.0} shown"));
    }
    if state.switches.is_on(Switch::EveryFrame) {
        told.push("every frame".to_string());
    } else if state.dropped > 0 {
        told.push(format!("{} dropped", state.dropped.min(99_999)));
    }
    told
}

/// The width that is kept for [`told`], in points: it depends on the take alone, so that nothing moves
/// while numbers change.
fn told_width(ui: &Ui, state: &State, room: Room) -> f32 {
    let Some(file) = rate_of_file(state) else {
        return 0.0;
    };
    let more = match room {
        Room::Narrow => return 0.0,
        Room::Roomy => " · 120 shown",
        Room::Wide => " · 120 shown · 9999 dropped",
    };
    text_width(ui, &format!("{file}{more}")).ceil()
}

/// The file's rate, the rate really reached, and what was dropped.
fn rates(ui: &mut Ui, state: &State, room: Room) {
    let width = told_width(ui, state, room);
    if width == 0.0 {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::hover());
    let told = told(state);
    let all = told.join(" · ");
    // Where there is no room for all of it, the tip has the rest.
    let mut fitting = told.len();
    while fitting > 1 && text_width(ui, &told[..fitting].join(" · ")) > width {
        fitting -= 1;
    }
    ui.painter().text(
        rect.right_center(),
        egui::Align2::RIGHT_CENTER,
        told[..fitting].join(" · "),
        regular(13.0),
        state.theme.colours().dim,
    );
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &all));
    let about = "Frames a second in the file, pictures a second on the display while playing, and \
                 the pictures that came too late to be shown since then";
    response.on_hover_text(match fitting == told.len() {
        true => about.to_string(),
        false => format!("{all}\n{about}"),
    });
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
        // A rate that moves nothing is a pause, and has a key of its own.
        .filter(|rate: &f64| rate.is_finite() && rate.abs() >= SLOWEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_typed_as_they_are_shown() {
        for (rate, text) in [(1.0, "1.0"), (0.25, "0.25"), (-2.0, "−2.0"), (0.05, "0.05")] {
            assert_eq!(rate_text(rate), text);
            assert_eq!(parse_rate(&format!("{text} ×")), Some(rate));
        }
        assert_eq!(parse_rate("fast"), None);
    }
}
