//! The header of the reference video: its name, the offset and how it is shown.

use std::path::Path;

use egui::{Align2, CursorIcon, Pos2, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::playback::typed::{BareNumber, length};
use crate::app::video::reference::{TakeVideo, VideoView};
use crate::app::widgets::{PanelContext, cross_button, cut_name, flat_button, hand, icons};
use crate::app::{theme::semibold, video::command::VideoCommand, widgets::field::Field};
use crate::files::reference_video::{is_sound, is_video};
use crate::playback::Timecode;

const BUTTON: f32 = 24.0;
/// The height of the fields, and their widths, in points.
const FIELD: f32 = 22.0;
const OFFSET: f32 = 78.0;
const RATE: f32 = 58.0;
/// How far Alt and a drag have to go for a frame of the video, in points.
const FRAME: f32 = 4.0;
/// The name in a header is no narrower; a field that leaves it less has no place.
const NAME: f32 = 40.0;

/// The name of a video's file, as lists show it.
pub fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The header. Returns where the pointer is that drags it elsewhere.
pub fn header_ui(
    ui: &mut Ui,
    bar: Rect,
    cx: &PanelContext,
    video: &TakeVideo,
    view: &VideoView,
) -> Option<Pos2> {
    let open = cx.state.take()?;
    let moved = drag_ui(ui, bar, cx, video, view);
    let middle = bar.center().y;
    let place = |right: f32, width: f32, height: f32| {
        Rect::from_center_size(pos2(right + width * 0.5, middle), vec2(width, height))
    };
    let mut right = bar.right() - 4.0 - BUTTON;
    let tip = cx.tip("Hide the reference video", VideoCommand::Toggle);
    let is_pressed =
        cross_button(ui, cx, place(right, BUTTON, BUTTON), "Hide reference video", &tip);
    cx.ask_if(is_pressed, VideoCommand::Toggle);
    if !matches!(view, VideoView::Sound) {
        right -= BUTTON;
        split_button(ui, cx, place(right, BUTTON, BUTTON));
    }
    if cx.state.shown_sound().is_some() {
        right -= BUTTON;
        sound_button(ui, cx, place(right, BUTTON, BUTTON));
    }
    let is_sequence = !is_video(&video.file) && !is_sound(&video.file);
    let left = bar.left() + 10.0;
    let has_room = |right: f32, width: f32| right - width - 6.0 - left >= NAME;
    if has_room(right, OFFSET) {
        right -= OFFSET + 4.0;
        let seconds = field(ui, place(right, OFFSET, FIELD), |ui| offset_field(ui, cx, video));
        cx.ask_all(seconds.map(|seconds| VideoCommand::Shift(open.id, seconds)));
    }
    if is_sequence && has_room(right, RATE) {
        right -= RATE + 4.0;
        let rate = field(ui, place(right, RATE, FIELD), |ui| rate_field(ui, cx, video));
        cx.ask_all(rate.map(|rate| VideoCommand::SetRate(open.id, rate)));
    }
    let name = name_of(&video.file);
    let text = cut_name(ui, &name, semibold(12.5), cx.colours.text, right - 6.0 - left);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(left, middle), text.size());
    ui.painter().galley(at.min, text, cx.colours.text);
    moved
}

/// The bar itself: a drag moves the card to another corner, with Alt it shifts the video in time.
fn drag_ui(
    ui: &Ui,
    bar: Rect,
    cx: &PanelContext,
    video: &TakeVideo,
    view: &VideoView,
) -> Option<Pos2> {
    let id = ui.scope_id().with("reference video header");
    let response = ui.interact(bar, id, Sense::DRAG);
    let label = format!("Reference video {}", name_of(&video.file));
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &label));
    let shifts = id.with("shifts");
    let alt = ui.input(|input| input.modifiers.alt);
    if response.drag_started() {
        // A drag that begins as one stays one.
        ui.data_mut(|data| data.insert_temp(shifts, (alt, video.offset, 0.0_f32)));
    }
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(if alt { CursorIcon::ResizeHorizontal } else { CursorIcon::Grab });
    }
    let (is_shift, began, way) =
        ui.data(|data| data.get_temp::<(bool, f64, f32)>(shifts)).filter(|_| response.dragged())?;
    if !is_shift {
        return response.interact_pointer_pos();
    }
    let way = way + response.drag_delta().x;
    ui.data_mut(|data| data.insert_temp(shifts, (true, began, way)));
    let rate = match view {
        VideoView::Picture(shown) => shown.facts.rate(),
        VideoView::Sound => 100.0,
        VideoView::Opening | VideoView::Failed(_) => return None,
    };
    // To the right, the video comes later.
    let frames = f64::from((way / FRAME).round());
    let seconds = ((began - frames / rate) * 1e6).round() / 1e6;
    let open = cx.state.take()?;
    cx.ask_if(seconds != video.offset, VideoCommand::Shift(open.id, seconds));
    None
}

fn field<T>(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui) -> Option<T>) -> Option<T> {
    let builder = UiBuilder::new().max_rect(rect).id_salt(rect.width() as i32);
    ui.scope_builder(builder, add).inner
}

fn offset_field(ui: &mut Ui, cx: &PanelContext, video: &TakeVideo) -> Option<f64> {
    let shown = offset_text(video.offset);
    let tip = "Offset: the time of the video at the take’s first frame, in seconds, frames (f) or as \
               a timecode. Alt and a drag on this bar shift it";
    let mut field = Field::new("Offset of the reference video", &shown, OFFSET, tip);
    field.size = [OFFSET, FIELD];
    let timeline = &cx.state.session.timeline;
    let timecode = Timecode::at(cx.state.session.playback.fps());
    field.show(ui, cx, |text| offset_of(text, timeline.frame_time, timecode))
}

fn rate_field(ui: &mut Ui, cx: &PanelContext, video: &TakeVideo) -> Option<f64> {
    let shown = format!("{} fps", (video.rate * 1000.0).round() / 1000.0);
    let tip = "Frames a second of the image sequence";
    let mut field = Field::new("Rate of the reference video", &shown, RATE, tip);
    field.size = [RATE, FIELD];
    field.show(ui, cx, |text| {
        let text = text.trim().trim_end_matches("fps").trim().replace(',', ".");
        let rate = text.parse::<f64>().ok();
        rate.filter(|rate| (0.1..=1000.0).contains(rate))
            .ok_or_else(|| "Type frames a second, such as 24".to_string())
    })
}

fn offset_text(seconds: f64) -> String {
    let rounded = (seconds * 1000.0).round() / 1000.0;
    if rounded < 0.0 {
        format!("−{:.3} s", -rounded)
    } else if rounded > 0.0 {
        format!("+{rounded:.3} s")
    } else {
        "0.000 s".to_string()
    }
}

fn offset_of(text: &str, frame_time: f64, timecode: Timecode) -> Result<f64, String> {
    let text = text.trim().replace(',', ".");
    let (sign, rest) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(&text)),
    };
    Ok(sign * length(rest.trim_start(), BareNumber::Seconds, timecode)?.seconds(frame_time))
}

/// The button that makes the sound heard, or not.
fn sound_button(ui: &Ui, cx: &PanelContext, rect: Rect) {
    let is_muted = cx.state.interface.panels.video.muted;
    let name = if is_muted { "Unmute reference video" } else { "Mute reference video" };
    let tip = cx.tip(name, VideoCommand::ToggleSound);
    let id = ui.scope_id().with(("video button", "sound"));
    let (response, colour) = flat_button(ui, cx, rect, id, name);
    icons::speaker(ui.painter(), rect.center(), is_muted, colour);
    cx.ask_if(hand(response).on_hover_text(tip).clicked(), VideoCommand::ToggleSound);
}

/// The button that puts the video beside the view, or into a corner of it.
fn split_button(ui: &Ui, cx: &PanelContext, rect: Rect) {
    let is_split = cx.state.interface.panels.video.split;
    let (name, does) = if is_split {
        ("Show reference video in a corner", "In a corner of the view")
    } else {
        ("Show reference video beside the view", "Beside the view")
    };
    let tip = cx.tip(does, VideoCommand::ToggleSplit);
    let id = ui.scope_id().with(("video button", "split"));
    let (response, colour) = flat_button(ui, cx, rect, id, name);
    icons::window_part(ui.painter(), rect.center(), is_split, colour);
    cx.ask_if(hand(response).on_hover_text(tip).clicked(), VideoCommand::ToggleSplit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_seconds_frames_or_a_timecode() {
        for (text, seconds) in [
            ("1.5", Some(1.5)),
            (" −0,25 s", Some(-0.25)),
            ("+12 f", Some(0.3)),
            ("-00:00:01:20", Some(-1.5)),
            ("later", None),
            ("", None),
        ] {
            let typed = offset_of(text, 0.025, Timecode::at(40.0)).ok();
            let near = typed.zip(seconds).is_some_and(|(a, b)| (a - b).abs() < 1e-9);
            assert!(near || typed == seconds, "{text}: {typed:?}");
        }
        let shown = [-1.25, 0.0, 0.5].map(offset_text);
        assert_eq!(shown, ["−1.250 s", "0.000 s", "+0.500 s"]);
        let back = offset_of(&shown[0], 0.025, Timecode::at(40.0));
        assert_eq!(back, Ok(-1.25), "what is shown can be typed");
    }
}
