//! The flags of the events of the active take's recording, with their names.

use std::sync::Arc;

use egui::{Galley, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};

use super::places::Places;
use super::ruler;
use crate::app::state::State;
use crate::app::theme::{Colours, regular};
use crate::app::ui::lists::event_text;
use crate::app::ui::names::cut_name;
use crate::take::{Event, Take};

/// The width of a flag, in points.
const FLAG: f32 = 9.0;
/// The width of the place that a flag is clicked at, in points.
const HIT: f32 = 14.0;

/// A flag, which stands for all events so close that their flags would lie on each other.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The frame of the timeline that it is on.
    pub frame: usize,
    /// Where its pole is.
    pub x: f32,
    /// The event's name, where it has room before the next flag.
    name: Option<Arc<Galley>>,
    /// Whether that is all of the name.
    is_whole: bool,
}

impl Flag {
    /// Where it answers the pointer.
    pub fn reach(&self, places: &Places) -> Rect {
        let name = self.name.as_ref().map_or(0.0, |name| name.size().x);
        let left = self.x + FLAG * 0.5 - HIT * 0.5;
        Rect::from_x_y_ranges(left..=left + HIT + name, places.events)
    }
}

/// The events of the recording, with their frames.
fn recorded(take: &Take) -> impl Iterator<Item = (usize, &Event)> {
    let events = take.events.iter();
    events.filter_map(|event| Some((take.frame_at(event.time)?, event)))
}

/// The flags that are in sight. Thousands of events need no more of them than there is room for.
pub fn flags(ui: &Ui, state: &State, places: &Places) -> Vec<Flag> {
    /// A name that is shorter tells nothing, and one that is longer takes the eye from the strips.
    const NAME: [f32; 2] = [26.0, 150.0];
    let Some(open) = state.take() else {
        return Vec::new();
    };
    let before = state.timeline.before;
    let place = |(frame, event): (usize, _)| {
        let frame = frame + before;
        (frame, places.scale.x(frame as f64), event)
    };
    let mut seen: Vec<(usize, f32, &Event)> = recorded(&open.take)
        .map(place)
        .filter(|(_, x, _)| places.rect.x_range().contains(*x))
        .collect();
    seen.sort_by_key(|(frame, ..)| *frame);
    seen.dedup_by(|next, first| next.1 - first.1 < 2.0);
    let mut flags = Vec::with_capacity(seen.len());
    for (i, (frame, x, event)) in seen.iter().enumerate() {
        let end = seen.get(i + 1).map_or(places.rect.right(), |next| next.1);
        let room = (end - x - FLAG - 10.0).min(NAME[1]);
        let colour = state.theme.colours().text;
        let name =
            (room >= NAME[0]).then(|| cut_name(ui, &event.label, regular(11.0), colour, room));
        flags.push(Flag {
            frame: *frame,
            x: *x,
            is_whole: name.as_ref().is_some_and(|name| name.text() == event.label),
            name,
        });
    }
    flags
}

/// Draws the flags, over the playhead where that stands on one.
pub fn paint(painter: &Painter, state: &State, places: &Places, colours: &Colours) {
    let y = places.events;
    let playhead = places.scale.x(state.playback.frame() as f64);
    for flag in &places.flags {
        let x = flag.x;
        let ground = ruler::behind(&state.playback, flag.frame, colours);
        let top = y.min + 1.0;
        let corners = [
            vec2(0.0, 0.0),
            vec2(FLAG, 0.0),
            vec2(FLAG - 2.5, 3.5),
            vec2(FLAG, 7.0),
            vec2(0.0, 7.0),
        ];
        let corners = corners.map(|by| pos2(x, top) + by).to_vec();
        // What is behind it, so that it is told from the playhead.
        painter.vline(x, y, Stroke::new(4.0, ground));
        let pole = Stroke::new(1.5, colours.flag);
        painter.vline(x, top..=y.max, pole);
        painter.add(Shape::Path(egui::epaint::PathShape {
            points: corners,
            closed: true,
            fill: colours.flag,
            stroke: egui::epaint::PathStroke::NONE,
        }));
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

/// What there is to tell of the flag at a place: the moment, and the name where it does not stand there
/// in full; of each of its events, where there are several.
pub fn told(state: &State, places: &Places, at: Pos2) -> Option<String> {
    /// So many are told of at once.
    const MOST: usize = 6;
    let flag = places.flag_at(at)?;
    let take = &state.take()?.take;
    let before = state.timeline.before;
    let x = |frame: usize| places.scale.x((frame + before) as f64);
    let of_flag = |frame: usize| (-1.0..=2.0).contains(&(x(frame) - flag.x));
    let events = recorded(take).filter(|(frame, _)| of_flag(*frame));
    let events: Vec<&Event> = events.map(|(_, event)| event).take(MOST).collect();
    let text = |event: &&Event| event_text(state, take, event);
    if let ([event], true) = (&events[..], flag.is_whole) {
        let name = format!("{}, ", event.label);
        return text(event).strip_prefix(&name).map(str::to_string);
    }
    let lines: Vec<String> = events.iter().map(text).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
