//! The event flags of the active take: their places on the timeline, and their names.

use std::sync::Arc;

use egui::{Galley, Rangef, Rect, Ui};

use crate::app::{
    ShownEvent, State, theme::regular, timeline::panel::scale::Scale, widgets::cut_name,
};

pub const FLAG: f32 = 9.0;

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
    pub name: Option<Arc<Galley>>,
    /// Whether that is all of the name.
    pub is_whole: bool,
}

impl Flag {
    /// Where it answers the pointer.
    pub fn reach(&self, events: Rangef) -> Rect {
        let name = self.name.as_ref().map_or(0.0, |name| name.size().x);
        let left = self.x + FLAG * 0.5 - HIT * 0.5;
        Rect::from_x_y_ranges(left..=left + HIT + name, events)
    }
}

/// The flags that are in sight. Thousands of events need no more of them than there is room for.
pub fn flags(ui: &Ui, state: &State, scale: Scale, rect: Rect) -> Vec<Flag> {
    /// A name that is shorter tells nothing, and one that is longer takes the eye from the strips.
    const NAME: [f32; 2] = [26.0, 150.0];
    let Some(open) = state.take() else {
        return Vec::new();
    };
    let before = state.session.timeline.before;
    let placed = open.events().into_iter().filter_map(|event| {
        let frame = event.frame? + before;
        Some((frame, scale.x(frame as f64), event))
    });
    let mut shown: Vec<(usize, f32, ShownEvent<'_>)> =
        placed.filter(|(_, x, _)| rect.x_range().contains(*x)).collect();
    shown.sort_by_key(|(frame, ..)| *frame);
    shown.dedup_by(|next, first| next.1 - first.1 < 2.0);
    let mut flags = Vec::with_capacity(shown.len());
    for (i, (frame, x, event)) in shown.iter().enumerate() {
        let end = shown.get(i + 1).map_or(rect.right(), |next| next.1);
        let room = (end - x - FLAG - 10.0).min(NAME[1]);
        let colour = state.theme().colours().text;
        let name =
            (room >= NAME[0]).then(|| cut_name(ui, event.label, regular(11.0), colour, room));
        let is_whole = name.as_ref().is_some_and(|name| name.text() == event.label);
        flags.push(Flag { frame: *frame, x: *x, name, is_whole });
    }
    flags
}
