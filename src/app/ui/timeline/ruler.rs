//! The ruler, the range, the playhead, and the bar that shows which part is in sight.

use egui::{Align2, Color32, CornerRadius, Painter, Rangef, Rect, Shape, Stroke, pos2, vec2};

use super::places::Places;
use super::scale::{fine_step, multiples, step};
use crate::app::state::State;
use crate::app::theme::{Colours, regular, semibold};
use crate::app::typed::number_text;
use crate::playback::Playback;

/// What is left free between two numbers, in points.
const BETWEEN: f32 = 50.0;
/// From one short line to the next at least, in points.
const LINES: f32 = 9.0;

/// Lines and numbers, as the frames of the active take are called, but for numbers under the playhead's.
pub fn ruler(painter: &Painter, state: &State, places: &Places, colours: &Colours) {
    let Places { rect, scale, .. } = *places;
    let timeline = &state.timeline;
    let numbering = state.numbering();
    let called = |frame: i64| numbering.at(frame - timeline.before as i64);
    // Beside both ends of what is in sight there is room for what comes next.
    let (first, last) = scale.frames(rect.x_range()).into_inner();
    let [first, last] = [called(first), called(last)];
    let numbers = first.min(last)..=first.max(last);
    let a_frame = numbering.step.unsigned_abs() as f64;
    let write =
        |number: i64| painter.layout_no_wrap(number_text(number), regular(11.0), colours.dim);
    let widest = [*numbers.start(), *numbers.end()].map(|number| write(number).size().x);
    let apart = f64::from(widest[0].max(widest[1]) + BETWEEN);
    let numbers_a_point = scale.frames_a_point() * a_frame;
    let step = step(apart * numbers_a_point);
    let fine = fine_step(step, f64::from(LINES) * numbers_a_point);
    let bubble = bubble(painter, state, places).1;
    let strong = colours.line.lerp_to_gamma(colours.dim, 0.25);
    for number in multiples(numbers, fine) {
        let place = (number - numbering.first) as f64 / numbering.step as f64;
        let x = scale.x(place + timeline.before as f64);
        let (height, colour) = match number % step == 0 {
            true => (places.lane.min - rect.top() - 7.0, strong),
            false => (5.0, colours.line),
        };
        let bottom = places.lane.min - 2.0;
        painter.vline(x, bottom - height..=bottom, Stroke::new(1.0, colour));
        if number % step == 0 {
            let text = write(number);
            let y = rect.top() + 10.0;
            let mut place = Align2::LEFT_CENTER.anchor_size(pos2(x + 4.0, y), text.size());
            if place.right() > rect.right() - 2.0 {
                place = Align2::RIGHT_CENTER.anchor_size(pos2(x - 4.0, y), text.size());
            }
            let is_free = !bubble.expand(3.0).intersects(place);
            if is_free {
                painter.galley(place.min, text, colours.dim);
            }
        }
    }
}

/// The frames that playing stays in, where they are not all.
pub fn range(painter: &Painter, playback: &Playback, places: &Places, colours: &Colours) {
    let (first, last) = playback.range().into_inner();
    if (first, last) == (0, playback.frame_count() - 1) {
        return;
    }
    let x = |frame: usize| places.scale.x(frame as f64);
    let rect = Rect::from_x_y_ranges(x(first)..=x(last), places.lane);
    painter.rect_filled(rect, 0.0, colours.accent.gamma_multiply(0.13));
}

/// The handles at the ends that were set; the one under the pointer, or in its hand, is lit.
pub fn handles(
    painter: &Painter,
    playback: &Playback,
    places: &Places,
    lit: [bool; 2],
    colours: &Colours,
) {
    let colour = match playback.range_is_on() {
        true => colours.accent,
        false => colours.dim,
    };
    let ends = [(playback.range_in(), 1.0), (playback.range_out(), -1.0)];
    for ((frame, way), lit) in ends.into_iter().zip(lit) {
        let Some(frame) = frame else { continue };
        let x = places.scale.x(frame as f64);
        let lane = places.lane;
        painter.vline(x, lane, Stroke::new(if lit { 2.5 } else { 2.0 }, colour));
        let size = if lit { 8.5 } else { 7.0 };
        let mut corners = vec![
            pos2(x - way, lane.min),
            pos2(x + way * size, lane.min),
            pos2(x - way, lane.min + size),
        ];
        if way < 0.0 {
            corners.reverse();
        }
        painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
    }
}

/// The number at the playhead, and what is around it.
fn bubble(
    painter: &Painter,
    state: &State,
    places: &Places,
) -> (std::sync::Arc<egui::Galley>, Rect) {
    let frame = state.playback.frame();
    let number = number_text(state.numbering().at(state.timeline.number(frame)));
    let galley = painter.layout_no_wrap(number, semibold(11.5), Color32::PLACEHOLDER);
    let size = vec2((galley.size().x + 14.0).max(32.0), 18.0);
    let inside = places.rect.x_range().shrink(size.x * 0.5 + 2.0);
    let x = places.scale.x(frame as f64);
    let out_of_sight = !places.rect.x_range().contains(x);
    let middle = if out_of_sight { x } else { inside.clamp(x) };
    let rect = Rect::from_center_size(pos2(middle, places.rect.top() + 10.0), size);
    (galley, rect)
}

/// The line at the frame that shows, with its number.
pub fn playhead(painter: &Painter, state: &State, places: &Places, colours: &Colours) {
    let x = places.scale.x(state.playback.frame() as f64);
    let line = Stroke::new(1.5, colours.text);
    let bottom = (places.lane.max + 8.0).min(places.rect.bottom() - 2.0);
    painter.vline(x, places.rect.top() + 18.0..=bottom, line);
    let (galley, bubble) = bubble(painter, state, places);
    painter.rect_filled(bubble, CornerRadius::same(4), colours.text);
    let at = bubble.center() - galley.size() * 0.5;
    painter.galley(at, galley, colours.panel);
}

/// Which part of the timeline is in sight, and where in all of it the playhead is.
pub fn bar(painter: &Painter, state: &State, places: &Places, lit: bool, colours: &Colours) {
    let Some(bar) = places.bar else { return };
    let thumb = places.thumb(bar, state.timeline.last());
    painter.rect_filled(bar, 1.5, colours.raised);
    let fill = colours
        .line
        .lerp_to_gamma(colours.dim, if lit { 0.9 } else { 0.5 });
    painter.rect_filled(thumb, 1.5, fill);
    let along = state.playback.frame() as f32 / state.timeline.last().max(1) as f32;
    let x = bar.left() + along * bar.width();
    let y = Rangef::new(bar.top() - 1.0, bar.bottom() + 1.0);
    painter.vline(x, y, Stroke::new(1.5, colours.text));
}
