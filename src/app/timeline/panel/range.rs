//! The in and out range on the timeline: its frames, its text and the colours behind it.

use egui::Color32;

use crate::app::{State, playback::typed::number_text, theme::Colours};
use crate::playback::Playback;
use crate::take::counted;

/// The frames that playing stays in, where they are not all.
pub fn in_and_out(playback: &Playback) -> Option<[usize; 2]> {
    let (first, last) = playback.range().into_inner();
    let is_all = (first, last + 1) == (0, playback.frame_count());
    (!is_all).then_some([first, last])
}

/// What is behind strips in the range.
pub fn in_range(colours: &Colours) -> Color32 {
    colours.panel.lerp_to_gamma(colours.accent, 0.13)
}

/// What is behind everything on a frame of the lane.
pub fn behind(playback: &Playback, frame: usize, colours: &Colours) -> Color32 {
    match in_and_out(playback) {
        Some([first, last]) if (first..=last).contains(&frame) => in_range(colours),
        _ => colours.panel,
    }
}

/// `120–240 · 121 frames · 2.017 s`: where the range begins and ends, and how long it is.
pub fn range_text(state: &State) -> Option<String> {
    let [first, last] = in_and_out(state.playback()?)?;
    let timeline = &state.session.timeline;
    let [from, to] = [first, last].map(|frame| state.numbering().at(timeline.number(frame)));
    let between = if from.min(to) < 0 { " – " } else { "–" };
    let [from, to] = [from, to].map(number_text);
    let count = last - first + 1;
    let frames = counted(count, "frame");
    let seconds = count as f64 * timeline.frame_time;
    Some(format!("{from}{between}{to} · {frames} · {seconds:.3} s"))
}
