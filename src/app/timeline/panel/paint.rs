//! How ruler, range, playhead, event flags, footer and scroll bars of the timeline are drawn.

use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rangef, Rect, Shape, Stroke, Ui, pos2,
    vec2,
};

use crate::app::theme::{Colours, GUTTER, regular, semibold};
use crate::app::timeline::panel::layout::{Scrolled, TimelineLayout};
use crate::app::timeline::panel::range::{behind, in_and_out, in_range, range_text};
use crate::app::timeline::panel::scale::{fine_step, multiples, step};
use crate::app::{
    ShownEvent, State, playback::typed::number_text, takes::events_and_gaps::event_text,
    timeline::panel::flags::FLAG, widgets::cut_name,
};
use crate::options::ViewToggle;
use crate::playback::Playback;

/// What is left free between two numbers, in points.
const BETWEEN: f32 = 50.0;
/// From one short line to the next at least, in points.
const LINES: f32 = 9.0;

/// Lines and numbers, as the frames of the active take are called, and whose frames these are. Numbers
/// under that and under the playhead's are left out, and of lines there what is not below them.
pub fn ruler(
    ui: &Ui,
    painter: &Painter,
    state: &State,
    layout: &TimelineLayout,
    colours: &Colours,
) {
    let TimelineLayout { rect, scale, .. } = *layout;
    let timeline = &state.session.timeline;
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
    let bubble = bubble(painter, state, layout).1;
    let owner = owner(ui, state, layout, bubble, colours);
    let behind = owner.as_ref().map_or(Rect::NOTHING, |(_, place)| *place);
    if let Some((text, place)) = owner {
        painter.galley(place.min, text, colours.text);
    }
    let strong = colours.line.lerp_to_gamma(colours.dim, 0.25);
    for number in multiples(numbers, fine) {
        let place = (number - numbering.first) as f64 / numbering.step as f64;
        let x = scale.x(place + timeline.before as f64);
        let is_free = !behind.expand(3.0).x_range().contains(x);
        let is_main = number % step == 0;
        let long = layout.lane.min - rect.top() - 7.0;
        let (height, colour) =
            if is_main && is_free { (long, strong) } else { (5.0, colours.line) };
        let bottom = layout.lane.min - 2.0;
        painter.vline(x, bottom - height..=bottom, Stroke::new(1.0, colour));
        if is_main {
            let text = write(number);
            let y = rect.top() + 10.0;
            let mut place = Align2::LEFT_CENTER.anchor_size(pos2(x + 4.0, y), text.size());
            if place.right() > rect.right() - 2.0 {
                place = Align2::RIGHT_CENTER.anchor_size(pos2(x - 4.0, y), text.size());
            }
            if [bubble, behind].iter().all(|other| !other.expand(3.0).intersects(place)) {
                painter.galley(place.min, text, colours.dim);
            }
        }
    }
}

/// Whose frames the ruler counts, and how: at its right end, else at its left one where the playhead is
/// there. Where a take is alone and its file has no numbers, that is no question.
fn owner(
    ui: &Ui,
    state: &State,
    layout: &TimelineLayout,
    bubble: Rect,
    colours: &Colours,
) -> Option<(Arc<Galley>, Rect)> {
    let open = state.take()?;
    let by_file = state.is_on(ViewToggle::FileNumbers);
    let how = if by_file { "numbered as in the file" } else { "numbered from 0" };
    let how = open.take.even_numbers().map(|_| how);
    let text = match (state.session.takes.len() > 1, how) {
        (false, None) => return None,
        (false, Some(how)) => format!("Frames {how}"),
        (true, None) => format!("Frames of {}", open.title()),
        (true, Some(how)) => format!("Frames of {}, {how}", open.title()),
    };
    let text = cut_name(ui, &text, semibold(11.0), colours.dim, layout.rect.width() * 0.3);
    let y = layout.rect.top() + 10.0;
    let [left, right] =
        [layout.rect.left() + GUTTER, layout.rect.right() - GUTTER].map(|x| pos2(x, y));
    let mut place = Align2::RIGHT_CENTER.anchor_size(right, text.size());
    if place.expand(6.0).intersects(bubble) {
        place = Align2::LEFT_CENTER.anchor_size(left, text.size());
    }
    Some((text, place))
}

/// The range, as far as it is not all.
pub fn range(painter: &Painter, playback: &Playback, layout: &TimelineLayout, colours: &Colours) {
    if let Some(range) = in_and_out(playback) {
        let [left, right] = range.map(|frame| layout.scale.x(frame as f64));
        let rect = Rect::from_x_y_ranges(left..=right, layout.lane);
        painter.rect_filled(rect, 0.0, in_range(colours));
    }
}

/// Below the lane: how many takes are hidden, and where the range is and how long, below it.
pub fn foot(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let Some(y) = layout.foot else { return };
    let mut left = layout.rect.left() + GUTTER;
    let write = |text: String| painter.layout_no_wrap(text, regular(11.0), colours.dim);
    let hidden = state.session.takes.hidden_count();
    if hidden > 0 {
        let text = write(format!("{hidden} hidden"));
        let place = Align2::LEFT_CENTER.anchor_size(pos2(left, y.center()), text.size());
        left = place.right() + 16.0;
        painter.galley(place.min, text, colours.dim);
    }
    let range = state.playback().and_then(in_and_out);
    let (Some(range), Some(text)) = (range, range_text(state)) else {
        return;
    };
    let text = write(text);
    let width = text.size().x;
    let seen = Rangef::new(left, layout.rect.right() - GUTTER);
    let [first, last] = range.map(|frame| seen.clamp(layout.scale.x(frame as f64)));
    let left = ((first + last - width) * 0.5).clamp(seen.min, (seen.max - width).max(seen.min));
    painter.galley(pos2(left, y.center() - text.size().y * 0.5), text, colours.dim);
}

/// The handles at the ends that were set; the one under the pointer, or in its hand, is lit.
pub fn handles(
    painter: &Painter,
    playback: &Playback,
    layout: &TimelineLayout,
    lit: [bool; 2],
    colours: &Colours,
) {
    let colour = if playback.range_is_on() { colours.accent } else { colours.dim };
    let ends = [(playback.range_in(), 1.0), (playback.range_out(), -1.0)];
    for ((frame, way), lit) in ends.into_iter().zip(lit) {
        let Some(frame) = frame else { continue };
        let x = layout.scale.x(frame as f64);
        let lane = layout.lane;
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
fn bubble(painter: &Painter, state: &State, layout: &TimelineLayout) -> (Arc<Galley>, Rect) {
    let frame = state.session.playback.frame();
    let number = number_text(state.numbering().at(state.session.timeline.number(frame)));
    let galley = painter.layout_no_wrap(number, semibold(11.5), Color32::PLACEHOLDER);
    let size = vec2((galley.size().x + 14.0).max(32.0), 18.0);
    let inside = layout.rect.x_range().shrink(size.x * 0.5 + 2.0);
    let x = layout.scale.x(frame as f64);
    let middle = if layout.rect.x_range().contains(x) { inside.clamp(x) } else { x };
    (galley, Rect::from_center_size(pos2(middle, layout.rect.top() + 10.0), size))
}

/// The line at the frame that shows, with its number.
pub fn playhead(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let x = layout.scale.x(state.session.playback.frame() as f64);
    let line = Stroke::new(1.5, colours.text);
    let most = layout.foot.map_or(layout.rect.bottom() - 2.0, |foot| foot.min - 2.0);
    painter.vline(x, layout.rect.top() + 18.0..=(layout.lane.max + 8.0).min(most), line);
    let (galley, bubble) = bubble(painter, state, layout);
    painter.rect_filled(bubble, CornerRadius::same(4), colours.text);
    painter.galley(bubble.center() - galley.size() * 0.5, galley, colours.panel);
}

/// The corners of a bar and its thumb.
const ROUND: f32 = 4.0;

fn thumb_fill(colours: &Colours, lit: bool) -> Color32 {
    colours.line.lerp_to_gamma(colours.dim, if lit { 0.9 } else { 0.6 })
}

/// Which part of the timeline is in sight, and where in all of it the playhead is.
pub fn bar(
    painter: &Painter,
    state: &State,
    layout: &TimelineLayout,
    lit: bool,
    colours: &Colours,
) {
    let Some(bar) = layout.bar else { return };
    let thumb = layout.thumb(bar, state.session.timeline.last());
    painter.rect_filled(bar, ROUND, colours.raised);
    painter.rect_filled(thumb, ROUND, thumb_fill(colours, lit));
    let along = state.session.playback.frame() as f32 / state.session.timeline.last().max(1) as f32;
    painter.vline(bar.left() + along * bar.width(), bar.y_range(), Stroke::new(1.5, colours.text));
}

/// Which strips are in sight, where they do not all fit.
pub fn rows_bar(
    painter: &Painter,
    layout: &TimelineLayout,
    scrolled: Scrolled,
    lit: bool,
    colours: &Colours,
) {
    let Some(bar) = layout.rows_bar() else { return };
    painter.rect_filled(bar, ROUND, colours.raised);
    painter.rect_filled(layout.rows_thumb(bar, scrolled), ROUND, thumb_fill(colours, lit));
}

/// Draws the flags, over the playhead where that stands on one.
pub fn flags(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let y = layout.events;
    let playhead = layout.scale.x(state.session.playback.frame() as f64);
    for flag in &layout.flags {
        let x = flag.x;
        let ground = behind(&state.session.playback, flag.frame, colours);
        // What is behind it, so that it is told from the playhead.
        painter.vline(x, y, Stroke::new(4.0, ground));
        flag_shape(painter, x, y.min + 1.0, y.max, colours.event);
        if let Some(name) = &flag.name {
            let at = pos2(x + FLAG + 4.0, y.center() - name.size().y * 0.5);
            let around = Rect::from_min_size(at, name.size()).expand2(vec2(2.0, 0.0));
            if around.x_range().contains(playhead) {
                painter.rect_filled(around, 2.0, ground);
            }
            painter.galley(at, Arc::clone(name), colours.text);
        }
    }
}

/// A pole from `top` to `bottom` with a flag beside it.
pub fn flag_shape(painter: &Painter, x: f32, top: f32, bottom: f32, colour: Color32) {
    // At the right edge it points to the left.
    let way = if x + FLAG > painter.clip_rect().right() { -1.0 } else { 1.0 };
    let corners = [
        vec2(0.0, 0.0),
        vec2(FLAG * way, 0.0),
        vec2((FLAG - 2.5) * way, 3.5),
        vec2(FLAG * way, 7.0),
        vec2(0.0, 7.0),
    ];
    painter.vline(x, top..=bottom, Stroke::new(1.5, colour));
    painter.add(Shape::Path(egui::epaint::PathShape {
        points: corners.map(|by| pos2(x, top) + by).to_vec(),
        closed: true,
        fill: colour,
        stroke: egui::epaint::PathStroke::NONE,
    }));
}

/// What there is to tell of the flag at a place: the moment, and the name where it does not stand there
/// in full; of each of its events, where there are several.
pub fn tooltip(state: &State, layout: &TimelineLayout, at: Pos2) -> Option<String> {
    let flag = layout.flag_at(at)?;
    let open = state.take()?;
    let before = state.session.timeline.before;
    let x = |frame: usize| layout.scale.x((frame + before) as f64);
    let of_flag = |frame: usize| (-1.0..=2.0).contains(&(x(frame) - flag.x));
    let mut events = open.events();
    events.retain(|event| event.frame.is_some_and(of_flag));
    events.truncate(6);
    let text = |event: &ShownEvent<'_>| event_text(state, event);
    if let ([event], true) = (&events[..], flag.is_whole) {
        return text(event).strip_prefix(&format!("{}, ", event.label)).map(str::to_string);
    }
    let lines: Vec<String> = events.iter().map(text).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
