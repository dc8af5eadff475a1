//! The loop mode, the playback speed, the playback fps, and how many redraws are reached.

use egui::{Sense, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::playback::command::PlaybackCommand;
use crate::app::playback::transport::width::Room;
use crate::app::playback::typed;
use crate::app::playback::typed::speed::Pace;
use crate::app::state::State;
use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::field;
use crate::app::widgets::field::{ARROW, Field};
use crate::app::widgets::menu_rows::{menu_item, menu_items, switch_row};
use crate::app::widgets::text::text_width;
use crate::app::widgets::{word_button_in, word_button_width};
use crate::options::ViewToggle;
use crate::playback::{LoopMode, Playback, RATES, SPEED_STEPS};
use crate::take::{self, rounded};

/// The width of the fields with playback speed and playback fps, in points.
const SPEED: f32 = 78.0;
const RATE: f32 = 84.0;
/// The names of both, by which what was typed is forgotten once something is chosen.
const SPEED_NAME: &str = "Playback speed";
const RATE_NAME: &str = "Playback fps";

/// The width of what [`pace`] lays out, in points. It depends on the room alone, so that nothing moves
/// while numbers change and choices are made.
pub fn width(ui: &Ui, room: Room) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let least = modes_width(ui, room) + gap + SPEED;
    match room {
        Room::Narrow => least + ARROW,
        Room::Roomy => least + ARROW + gap + RATE + ARROW,
        Room::Wide => least + ARROW + gap + RATE + ARROW + gap + readout_width(ui),
    }
}

/// From left to right: what is told of pictures, the loop mode, the speed, the rate.
pub fn pace(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
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
    let widths = LoopMode::ALL.map(|mode| word_button_width(ui, mode.name(), true));
    let width = widths.into_iter().fold(0.0, f32::max).ceil();
    match room {
        Room::Narrow => width - NEARER,
        _ => width,
    }
}

/// What happens at the ends.
fn modes(ui: &mut Ui, cx: &PanelContext, playback: &Playback, room: Room) {
    let mode = playback.loop_mode();
    let width = modes_width(ui, room);
    let button = word_button_in(ui, cx, mode.name(), "Loop mode", true, width);
    let modes = LoopMode::ALL;
    let modes = modes.map(|to| (to == mode, to.name(), PlaybackCommand::SetLoopMode(to)));
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
    let field = Field::new(SPEED_NAME, &shown, SPEED, &tip).with_choices();
    cx.ask_all(field.show(ui, cx, typed::speed).map(command_of));
    let arrow = field::choices(ui, cx, &field, "Choose playback speed", |ui| {
        let speed = playback.rate().abs();
        for rung in SPEED_STEPS {
            let is_it = (speed - rung).abs() < 1e-9;
            let name = format!("{} ×", speed_text(rung));
            if menu_item(ui, cx, is_it, &name).clicked() {
                field::forget(ui, SPEED_NAME);
                // A speed below zero stays below zero.
                cx.ask(PlaybackCommand::SetSpeed(rung.copysign(playback.rate())));
            }
        }
        ui.separator();
        ui.set_max_width(150.0);
        for switch in [ViewToggle::Blend, ViewToggle::EveryFrame] {
            switch_row(ui, cx, switch);
        }
    });
    let tip = "Playback speeds and frame options; slower";
    arrow.on_hover_text(cx.tip(tip, PlaybackCommand::Slower));
}

/// Frames a second of real time, and rates to choose from.
fn rate(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let chosen = playback.chosen_fps();
    let own = rate_of_file(cx.state);
    let shown = match (chosen, &own) {
        (Some(fps), _) => format!("{} fps", rounded(fps, 3)),
        (None, Some((fps, _))) => fps.clone(),
        // Nobody gave a rate to a rest pose, nor to an empty window.
        (None, None) => "–".to_string(),
    };
    let about = "Frames per second at a playback speed of 1: 24, 29.97 or file";
    let tip = match (&own, chosen) {
        (Some((fps, whose)), Some(_)) => format!("{about}. The {whose}: {fps}"),
        (Some((_, whose)), None) => format!("{about}. Now the {whose}"),
        (None, _) => about.to_string(),
    };
    let field = Field::new(RATE_NAME, &shown, RATE, &tip).with_choices();
    cx.ask_all(field.show(ui, cx, typed::rate).map(command_of));
    let arrow = field::choices(ui, cx, &field, "Choose playback fps", |ui| {
        let file = match &own {
            Some((fps, _)) => format!("File rate: {fps}"),
            None => "File rate".to_string(),
        };
        let rates = RATES.map(|fps| (format!("{} fps", rounded(fps, 3)), Some(fps)));
        for (word, fps) in [(file, None)].into_iter().chain(rates) {
            if menu_item(ui, cx, chosen == fps, &word).clicked() {
                field::forget(ui, RATE_NAME);
                cx.ask(PlaybackCommand::PlayAt(fps));
            }
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
    let fps = format!("{} fps", take::rate(open.take.fps()));
    (motion.frame_count() > 0).then_some((fps, whose))
}

/// What is told of pictures; the longer it is, the more there is to tell.
fn told(state: &State) -> Vec<String> {
    let mut told = Vec::new();
    let has_frames = rate_of_file(state).is_some();
    if !has_frames || !state.session.playback.is_playing() {
        let is_assumed = state.session.playback.chosen_fps().is_none()
            && state.take().is_some_and(|open| open.take.motion.rate_is_assumed());
        return if has_frames && is_assumed { vec!["assumed rate".to_string()] } else { told };
    }
    if let Some(shown) = state.session.redraw_rate {
        told.push(format!("{shown:.0} shown"));
    }
    if state.is_on(ViewToggle::EveryFrame) {
        told.push("every frame".to_string());
    } else if state.session.skipped_frames > 0 {
        told.push(format!("{} skipped", state.session.skipped_frames.min(99_999)));
    }
    told
}

/// The width that is kept for [`told`], in points.
fn readout_width(ui: &Ui) -> f32 {
    text_width(ui, "120 shown · 9999 skipped", 13.0).ceil()
}

/// The rate really reached, and what was dropped.
fn readout(ui: &mut Ui, cx: &PanelContext) {
    let width = readout_width(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::hover());
    let told = told(cx.state);
    let all = told.join(" · ");
    // Where there is no room for all of it, the tip has the rest.
    let mut fitting = told.len();
    while fitting > 1 && text_width(ui, &told[..fitting].join(" · "), 13.0) > width {
        fitting -= 1;
    }
    ui.painter().text(
        rect.right_center(),
        egui::Align2::RIGHT_CENTER,
        told[..fitting].join(" · "),
        regular(13.0),
        cx.colours.dim,
    );
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &all));
    if told.is_empty() {
        return;
    }
    let about = "Redraws per second while playing, and frames skipped since playback began";
    response.on_hover_text(if fitting == told.len() {
        about.to_string()
    } else {
        format!("{all}\n{about}")
    });
}

/// `1.0`, `0.25`, `−2.0`: one decimal at least, three at most.
fn speed_text(rate: f64) -> String {
    let text = format!("{:.3}", rate.abs());
    let text = text.trim_end_matches('0');
    let text = if text.ends_with('.') { format!("{text}0") } else { text.to_string() };
    if rate < 0.0 { format!("−{text}") } else { text }
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
