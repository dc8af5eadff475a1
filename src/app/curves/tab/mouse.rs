//! How mouse and playhead move the curves: scrub, zoom, pan, fit, follow.

use std::ops::Range;

use egui::accesskit::Action;
use egui::{Event, Id, PointerButton, Response, Ui, Vec2};

use crate::app::curves::tab::input::{CurvesAction, CurvesInput};
use crate::app::curves::tab::lane::Scale;
use crate::app::widgets::notches;

const MIN_FRAMES: f64 = 8.0;

/// The frames that show of a take whose last frame is `last`.
pub(crate) fn inside(shown: Option<Range<f64>>, last: usize) -> Range<f64> {
    let last = last as f64;
    let Some(shown) = shown.filter(|shown| shown.start.is_finite() && shown.end.is_finite()) else {
        return 0.0..last;
    };
    let length = (shown.end - shown.start).clamp(MIN_FRAMES.min(last), last);
    let start = shown.start.clamp(0.0, last - length);
    start..start + length
}

/// The frames that show after zooming by `factor` about a moment that stays where it is.
fn zoomed(shown: &Range<f64>, about: f64, factor: f64, last: usize) -> Range<f64> {
    let before = shown.end - shown.start;
    let length = (before * factor).clamp(MIN_FRAMES.min(last as f64), last as f64);
    let part = (about - shown.start) / before.max(f64::MIN_POSITIVE);
    let start = about - part * length;
    inside(Some(start..start + length), last)
}

/// The frames that show after going on by so many.
fn moved(shown: &Range<f64>, by: f64, last: usize) -> Range<f64> {
    inside(Some(shown.start + by..shown.end + by), last)
}

/// Asks for other frames to show, where they are others. The whole take stays whole, however long
/// the next one is.
fn show(shown: Range<f64>, scale: &Scale, out: &mut Vec<CurvesAction>) {
    // What is smaller than this comes of rounding, and would be asked for again and again.
    let least = (scale.shown.end - scale.shown.start) * 1e-7;
    let [start, end] = [shown.start - scale.shown.start, shown.end - scale.shown.end];
    if start.abs().max(end.abs()) > least {
        let is_whole = shown == (0.0..scale.last as f64);
        out.push(CurvesAction::ShowSpan((!is_whole).then_some(shown)));
    }
}

/// Click and drag scrub, the middle button and Shift pan, the wheel zooms, a double click fits.
/// Whether the curves are being panned.
pub(crate) fn mouse(
    ui: &Ui,
    input: &CurvesInput<'_>,
    response: &Response,
    scale: &Scale,
    zooms: bool,
    out: &mut Vec<CurvesAction>,
) -> bool {
    // The moment that is dragged, from the press to the release.
    let held_id = response.id.with("held");
    let (began, is_down) = ui.input(|i| {
        let pointer = &i.pointer;
        let began = pointer.button_pressed(PointerButton::Middle)
            || pointer.primary_pressed() && i.modifiers.shift;
        (began, pointer.primary_down() || pointer.middle_down())
    });
    let is_pressed = response.is_pointer_button_down_on() && is_down;
    let at = response.interact_pointer_pos();
    if !is_pressed {
        ui.data_mut(|data| data.remove::<f64>(held_id));
    } else if let Some(at) = at.filter(|_| began) {
        ui.data_mut(|data| data.insert_temp(held_id, scale.moment(at.x)));
    }
    let held: Option<f64> = ui.data(|data| data.get_temp(held_id));
    if let Some((at, held)) = at.zip(held) {
        show(moved(&scale.shown, held - scale.moment_at(at.x), scale.last), scale, out);
        return true;
    }
    if response.double_clicked() {
        show(0.0..scale.last as f64, scale, out);
        return false;
    }
    // A quick click is over before it is seen as pressed.
    let is_scrubbed = is_pressed && ui.input(|i| i.pointer.primary_down());
    let is_clicked = response.clicked() && !ui.input(|i| i.modifiers.shift);
    if let Some(at) = at.filter(|_| is_scrubbed || is_clicked) {
        let frame = scale.frame(at.x);
        if frame != input.frame || input.is_playing {
            out.push(CurvesAction::Seek(frame));
        }
    }
    if zooms {
        wheel(ui, scale, out);
    }
    false
}

/// The wheel zooms at the pointer; sideways, or with Shift, it pans.
fn wheel(ui: &Ui, scale: &Scale, out: &mut Vec<CurvesAction>) {
    /// How much nearer a notch brings.
    const NOTCH: f64 = 0.8;
    /// The part of what shows by which a notch sideways goes on.
    const PAN: f64 = 0.08;
    let Some(pointer) = ui.input(|i| i.pointer.hover_pos()) else { return };
    let about = scale.moment(pointer.x);
    let mut shown = scale.shown.clone();
    for event in ui.input(|i| i.events.clone()) {
        let (notches, factor) = match event {
            Event::MouseWheel { unit, delta, modifiers, .. } => {
                let [x, y] = [delta.x, delta.y].map(|delta| f64::from(notches(unit, delta)));
                if modifiers.shift { (x + y, 1.0) } else { (x, NOTCH.powf(y)) }
            }
            Event::Zoom(factor) if factor > 0.0 => (0.0, f64::from(factor).recip()),
            _ => continue,
        };
        let by = -notches * PAN * (shown.end - shown.start);
        shown = moved(&zoomed(&shown, about, factor, scale.last), by, scale.last);
    }
    show(shown, scale, out);
    // What zooms does not scroll the lanes as well.
    ui.input_mut(|i| i.smooth_scroll_delta = Vec2::ZERO);
}

/// What a screen reader asks of a slider.
pub(crate) fn actions(ui: &Ui, input: &CurvesInput<'_>, id: Id, out: &mut Vec<CurvesAction>) {
    let count = |action| ui.input(|i| i.num_accesskit_action_requests(id, action));
    let [forward, back] = [Action::Increment, Action::Decrement].map(count);
    let frame = (input.frame + forward).saturating_sub(back).min(input.frame_count - 1);
    if frame != input.frame {
        out.push(CurvesAction::Seek(frame));
    }
}

/// Lets the frames that show go along with a playhead that leaves them. One that stands still
/// outside stays there: somebody looks elsewhere.
pub(crate) fn follow(
    ui: &Ui,
    input: &CurvesInput<'_>,
    response: &Response,
    scale: &Scale,
    out: &mut Vec<CurvesAction>,
) {
    /// Where the playhead comes in again, as a part of what shows.
    const MARGIN: f64 = 0.1;
    let id = response.id.with("seen");
    let seen: Option<usize> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, input.frame));
    // The timeline goes along by itself.
    let Some(seen) = seen.filter(|&seen| seen != input.frame && !input.follows) else { return };
    if scale.has(input.frame) || response.is_pointer_button_down_on() {
        return;
    }
    let length = scale.shown.end - scale.shown.start;
    let margin = if input.frame > seen { length * MARGIN } else { length * (1.0 - MARGIN) };
    let start = input.frame as f64 - margin;
    show(inside(Some(start..start + length), scale.last), scale, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_leaves_the_moment_under_the_pointer_where_it_is() {
        let shown = 200.0..300.0;
        let nearer = zoomed(&shown, 220.0, 0.5, 999);
        assert_eq!(nearer, 210.0..260.0);
        assert_eq!(zoomed(&nearer, 220.0, 2.0, 999), shown);
    }

    #[test]
    fn what_shows_stays_inside_the_take_and_has_a_few_frames() {
        for (shown, last, expected) in [
            (None, 99, 0.0..99.0),
            (Some(-50.0..20.0), 99, 0.0..70.0),
            (Some(90.0..120.0), 99, 69.0..99.0),
            (Some(50.0..50.0), 99, 50.0..58.0),
            (Some(-1e9..1e9), 99, 0.0..99.0),
            (Some(3.0..4.0), 4, 0.0..4.0),
            (Some(3.0..4.0), 0, 0.0..0.0),
            (Some(f64::NAN..4.0), 9, 0.0..9.0),
        ] {
            assert_eq!(inside(shown.clone(), last), expected, "{shown:?} of {last}");
        }
        assert_eq!(zoomed(&(0.0..99.0), 50.0, 100.0, 99), 0.0..99.0);
        assert_eq!(zoomed(&(0.0..0.0), 0.0, 0.5, 0), 0.0..0.0);
    }
}
