//! Where the parts of the timeline are: ruler, lane, one strip a take, the bar below them.

use egui::{Pos2, Rangef, Rect, pos2};

use super::scale::Scale;
use crate::app::state::State;
use crate::app::theme::GUTTER;

/// The height of the ruler.
const RULER: f32 = 24.0;
/// The height of a strip, and from one to the next, where there is room.
const STRIP: f32 = 12.0;
const PITCH: f32 = 16.0;
/// The least from one strip to the next: what does not fit then shares the last one's place.
const LEAST_PITCH: f32 = 3.0;
/// What is kept for the lines of events, below the strips.
const EVENTS: f32 = 12.0;
/// What is kept for the bar that shows where the part in sight is.
const BAR: f32 = 9.0;
/// The least height of the lane.
const LANE: f32 = 46.0;

/// The strip of one take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// The take's place in the list.
    pub take: usize,
    /// From its first frame to its last one, also where that is out of sight.
    pub rect: Rect,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub struct Places {
    /// All of it.
    pub rect: Rect,
    /// Where frames are.
    pub scale: Scale,
    /// The ruler's lower edge, and the lane's upper one.
    pub lane: Rangef,
    /// The strips, the active take's last: it is drawn over others.
    pub strips: Vec<Strip>,
    /// Where the lines of events are.
    pub events: Rangef,
    /// The bar below, while a part of the timeline is looked at.
    pub bar: Option<Rect>,
}

/// A part of the timeline that can be taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Makes a range.
    Ruler,
    /// Scrubs.
    Lane,
    /// The handle at the range's start.
    RangeIn,
    /// The handle at the range's end.
    RangeOut,
    /// Moves the part in sight.
    Bar,
}

impl Places {
    /// Lays the timeline out in a rectangle.
    pub fn of(state: &State, rect: Rect) -> Self {
        let scale = Scale::new(rect.x_range().shrink(GUTTER), &state.timeline, state.span);
        let has_events = state
            .take()
            .is_some_and(|open| !open.take.events.is_empty());
        let whole = state.timeline.last() as f64;
        let is_part = |[first, end]: &[f64; 2]| *first > 0.5 || *end < whole - 0.5;
        let bar = state.span.filter(is_part).map(|_| {
            let y = Rangef::new(rect.bottom() - 5.0, rect.bottom() - 2.0);
            Rect::from_x_y_ranges(scale.x, y)
        });
        let top = rect.top() + RULER + 1.0;
        let floor = rect.bottom() - if bar.is_some() { BAR } else { 4.0 };
        let first = top + 6.0;
        let room = floor - first - if has_events { EVENTS } else { 0.0 };

        let shown = |index: &usize| state.is_shown(*index) || *index == state.active;
        let takes: Vec<usize> = (0..state.takes.len()).filter(shown).collect();
        let pitch = PITCH.min(room / takes.len().max(1) as f32).max(LEAST_PITCH);
        let rows = ((room / pitch) as usize).clamp(1, takes.len().max(1));
        let height = pitch * STRIP / PITCH;
        let mut strips: Vec<Strip> = takes
            .iter()
            .enumerate()
            .map(|(i, &take)| {
                let y = first + i.min(rows - 1) as f32 * pitch;
                let [begin, end] = state.timeline.span(&state.takes[take]);
                // What has a single frame can be seen, too.
                let x = Rangef::new(scale.x(begin), scale.x(end).max(scale.x(begin) + 6.0));
                let rect = Rect::from_x_y_ranges(x, y..=y + height);
                Strip { take, rect }
            })
            .collect();
        strips.sort_by_key(|strip| strip.take == state.active);
        let below = first + rows as f32 * pitch - (pitch - height);
        let bottom = below + if has_events { EVENTS } else { 6.0 };
        Self {
            rect,
            scale,
            lane: Rangef::new(top, bottom.max(top + LANE).min(floor)),
            strips,
            events: Rangef::new(below + 3.0, below + 11.0),
            bar,
        }
    }

    /// What a press takes hold of.
    pub fn part(&self, state: &State, at: Pos2) -> Part {
        /// How far from a handle's line a press still means it, in points: on the side to which its
        /// flag points, and on the other one.
        const REACH: [f32; 2] = [9.0, 5.0];
        if self.bar.is_some_and(|bar| at.y > bar.top() - 3.0) {
            return Part::Bar;
        }
        // Below their flags, handles leave the lane to scrubbing: the playhead often stands on one.
        if (self.lane.min - 6.0..=self.lane.min + 7.0).contains(&at.y) {
            let beyond = |frame: Option<usize>| Some(at.x - self.scale.x(frame? as f64));
            let [flag, other] = REACH;
            let start = beyond(state.playback.range_in()).filter(|d| (-other..=flag).contains(d));
            let end = beyond(state.playback.range_out()).filter(|d| (-flag..=other).contains(d));
            match (start, end) {
                // Where both are in reach, the nearer one; on the spot, the one that can move there.
                (Some(a), Some(b)) if a.abs() < b.abs() || a.abs() == b.abs() && a < 0.0 => {
                    return Part::RangeIn;
                }
                (_, Some(_)) => return Part::RangeOut,
                (Some(_), None) => return Part::RangeIn,
                (None, None) => {}
            }
        }
        match at.y < self.lane.min {
            true => Part::Ruler,
            false => Part::Lane,
        }
    }

    /// The take whose strip is at a place.
    pub fn take_at(&self, at: Pos2) -> Option<usize> {
        let reaches = |strip: &&Strip| strip.rect.expand2(egui::vec2(2.0, 1.0)).contains(at);
        let strip = self.strips.iter().rev().find(reaches);
        strip.map(|strip| strip.take)
    }

    /// The part of the bar that stands for what is in sight.
    pub fn thumb(&self, bar: Rect, last: usize) -> Rect {
        /// It can be taken hold of however much there is.
        const LEAST: f32 = 16.0;
        let along = |frame: f64| bar.width() * (frame / last.max(1) as f64).clamp(0.0, 1.0) as f32;
        let [first, end] = self.scale.span.map(along);
        let width = (end - first).max(LEAST);
        let left = first.min(bar.width() - width).max(0.0);
        Rect::from_min_max(
            pos2(bar.left() + left, bar.top()),
            pos2(bar.left() + left + width, bar.bottom()),
        )
    }
}
