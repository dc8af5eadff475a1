//! The waveform of the sound beside the active take: a lane below the strips.

use egui::{Painter, Rangef, Rect};

use crate::app::{
    state::State, theme::Colours, timeline::panel::layout::TimelineLayout, widgets::PlainRects,
};
use crate::files::reference_video::SOUND_RATE;

/// Draws the peaks of each pixel, as far as the sound has come.
pub fn paint(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let (Some(lane), Some(sound)) = (layout.sound, state.shown_sound()) else { return };
    let Some(offset) = state.take().and_then(|open| open.video()) else { return };
    let timeline = &state.session.timeline;
    let rate = f64::from(SOUND_RATE);
    let sample = |x: f32| {
        let frame = layout.scale.place(x) - timeline.before as f64;
        ((frame * timeline.frame_time + offset.offset) * rate) as i64 - sound.start
    };
    let pixel = 1.0 / painter.pixels_per_point();
    let middle = lane.center();
    let half = lane.span() * 0.5 - 1.0;
    // As high as the lane where the sound is loudest: what is quiet all over can be seen, too.
    let loudest = sound.peaks.range(0, i64::MAX).into_iter().flatten();
    let loudest = loudest.map(i8::unsigned_abs).max().unwrap_or(0).max(1);
    let colour = colours.panel.lerp_to_gamma(colours.dim, 0.75);
    let columns = (layout.scale.x.span() / pixel) as usize;
    let mut bars = PlainRects::default();
    for column in 0..columns {
        let left = layout.scale.x.min + column as f32 * pixel;
        let Some(peak) = sound.peaks.range(sample(left), sample(left + pixel)) else { continue };
        let [low, high] = peak.map(|value| middle - f32::from(value) / f32::from(loudest) * half);
        let y = Rangef::new(high, low.max(high + pixel));
        bars.add(painter, Rect::from_x_y_ranges(left..=left + pixel, y), colour);
    }
    bars.paint(painter);
}
