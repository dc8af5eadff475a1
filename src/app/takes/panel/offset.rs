//! The offset field of a take's row, in frames.

use egui::{Color32, Id, Pos2, Rect, Role, Ui, vec2};

use crate::app::playback::typed::{BareNumber, length};
use crate::app::widgets::{
    Field, PanelContext, beside, dim_on, field, one_line, text_width, value_info,
};
use crate::app::{
    OpenTake, State, TakesCommand, takes::panel::row_name::name_of, theme::regular,
    widgets::words::text_button,
};
use crate::playback::Timecode;

const HEIGHT: f32 = 20.0;
/// The width of the field in points: room for a sign, five digits and some more.
const WIDTH: f32 = 64.0;

fn field_id(open: &OpenTake) -> Id {
    Id::unique(("offset", open.id))
}

/// Makes a field of the offset, to type another one.
pub fn begin_typing(ui: &Ui, open: &OpenTake) {
    field::summon(ui, field_id(open));
}

/// The offset in frames of the timeline, as it is typed.
fn in_frames(state: &State, open: &OpenTake) -> String {
    let frames = open.edits.offset / state.session.timeline.frame_time;
    let rounded = (frames * 100.0).round() / 100.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// The offset as it is shown, with its sign; nothing where there is none.
fn text(state: &State, open: &OpenTake) -> Option<String> {
    let number = in_frames(state, open);
    match number.strip_prefix('-') {
        Some(early) => Some(format!("−{early} f")),
        None if number == "0" => None,
        None => Some(format!("+{number} f")),
    }
}

/// The offset in seconds that was typed: in frames of so many seconds, in seconds, or as a timecode.
fn parse(text: &str, frame_time: f64, timecode: Timecode) -> Result<f64, String> {
    let text = text.trim().replace(',', ".");
    let (sign, rest) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(&text)),
    };
    Ok(sign * length(rest.trim_start(), BareNumber::Frame, timecode)?.seconds(frame_time))
}

/// What the offset is called for egui, where it shows and can be pressed.
pub fn shown_id(ui: &Ui, state: &State, open: &OpenTake) -> Option<Id> {
    let id = field_id(open);
    let shows = !field::is_summoned(ui, id) && text(state, open).is_some();
    shows.then(|| id.with("text"))
}

/// How much room the offset of a take needs, in points; 0 where there is none to show.
pub fn width(ui: &Ui, state: &State, open: &OpenTake) -> f32 {
    if field::is_summoned(ui, field_id(open)) {
        return WIDTH;
    }
    text(state, open).map_or(0.0, |text| text_width(ui, &text, 13.0))
}

/// The offset of a take, which ends at a place; a click makes it a field. Returns where it begins.
pub fn offset_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    right: Pos2,
    behind: Color32,
) -> f32 {
    let id = field_id(open);
    let name = format!("Offset of {}", name_of(cx.state, open));
    if field::is_summoned(ui, id) {
        let corner = right - vec2(WIDTH, HEIGHT * 0.5);
        let shown = in_frames(cx.state, open);
        let tip = "Frames, seconds with an s, or a timecode";
        let field = Field { size: [WIDTH, HEIGHT], ..Field::new(&name, &shown, WIDTH, tip) };
        let timecode = Timecode::at(cx.state.session.playback.fps());
        let frame_time = cx.state.session.timeline.frame_time;
        let parse = |text: &str| parse(text, frame_time, timecode);
        let seconds = field.show_in_place(ui, cx, id, corner, parse);
        cx.ask_all(seconds.map(|seconds| TakesCommand::Offset(open.id, seconds)));
        return corner.x;
    }
    let Some(text) = text(cx.state, open) else {
        return right.x + 8.0;
    };
    let colour = dim_on(cx.theme, behind);
    let galley = one_line(ui, &text, regular(13.0), colour);
    let size = galley.size();
    let at = right - vec2(size.x, size.y * 0.5);
    let around = Rect::from_min_size(at, size).expand2(vec2(3.0, 2.0));
    let id = id.with("text");
    let response = ui.interact(around, id, beside(ui, id));
    let response = text_button(ui, cx, response, galley, at, colour);
    response.widget_info(|| value_info(Role::Button, &name, &text));
    let tip = "Offset in frames: later (+) or earlier (−). Click to type; 0 resets it";
    if response.on_hover_text(tip).clicked() {
        begin_typing(ui, open);
    }
    at.x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_frames_or_seconds() {
        for (text, seconds) in [
            ("12", Some(0.3)),
            (" +12 f ", Some(0.3)),
            ("−4 frames", Some(-0.1)),
            ("-4f", Some(-0.1)),
            ("1.5 s", Some(1.5)),
            ("0:01.5", Some(1.5)),
            ("-00:00:01:20", Some(-1.5)),
            ("0", Some(0.0)),
            ("", None),
            ("later", None),
            ("3 yd", None),
            ("50%", None),
            ("1e999", None),
        ] {
            let parsed = parse(text, 0.025, Timecode::at(40.0)).ok();
            let near = parsed.zip(seconds).is_some_and(|(a, b)| (a - b).abs() < 1e-9);
            assert!(near || parsed == seconds, "{text}: {parsed:?}");
        }
    }
}
