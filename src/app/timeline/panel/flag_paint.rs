//! How event flags are drawn on the timeline, and their tooltips.

use std::sync::Arc;

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::app::state::State;
use crate::app::takes::events_and_gaps::event_text;
use crate::app::takes::open_take::ShownEvent;
use crate::app::theme::Colours;
use crate::app::timeline::panel::flags::FLAG;
use crate::app::timeline::panel::layout::TimelineLayout;
use crate::app::timeline::panel::range::behind;

/// Draws the flags, over the playhead where that stands on one.
pub fn paint(painter: &Painter, state: &State, layout: &TimelineLayout, colours: &Colours) {
    let y = layout.events;
    let playhead = layout.scale.x(state.session.playback.frame() as f64);
    for flag in &layout.flags {
        let x = flag.x;
        let ground = behind(&state.session.playback, flag.frame, colours);
        let top = y.min + 1.0;
        // What is behind it, so that it is told from the playhead.
        painter.vline(x, y, Stroke::new(4.0, ground));
        flag_shape(painter, x, top, y.max, colours.event);
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
    /// So many are told of at once.
    const MAX: usize = 6;
    let flag = layout.flag_at(at)?;
    let open = state.take()?;
    let before = state.session.timeline.before;
    let x = |frame: usize| layout.scale.x((frame + before) as f64);
    let of_flag = |frame: usize| (-1.0..=2.0).contains(&(x(frame) - flag.x));
    let events = open.events().into_iter();
    let events = events.filter(|event| event.frame.is_some_and(of_flag));
    let events: Vec<ShownEvent<'_>> = events.take(MAX).collect();
    let text = |event: &ShownEvent<'_>| event_text(state, event);
    if let ([event], true) = (&events[..], flag.is_whole) {
        let name = format!("{}, ", event.label);
        return text(event).strip_prefix(&name).map(str::to_string);
    }
    let lines: Vec<String> = events.iter().map(text).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
