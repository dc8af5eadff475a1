//! The shared timeline: which frame of each open take shows at which moment.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod panel;

use crate::app::{OpenTake, Takes};
use crate::playback::Moment;

/// The frames of the active take, continued at both ends as far as any other take that shows.
///
/// A frame of the timeline counts from 0; the *number* of a frame is what the active take calls it,
/// which is below 0 where another take begins earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// Seconds from one frame to the next: those of the active take.
    pub frame_time: f64,
    /// How many frames there are before the first one of the active take.
    pub before: usize,
    /// How many frames there are, those that are still being read included; at least 1.
    pub count: usize,
    /// How many of them have come; at least 1.
    pub loaded: usize,
    /// Seconds from the origin of all offsets to the first frame.
    start: f64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self { frame_time: 1.0 / 60.0, before: 0, count: 1, loaded: 1, start: 0.0 }
    }
}

/// So many frames a timeline has at most: takes that somebody moved hours apart do not make it longer.
const MAX_FRAMES: f64 = 50_000_000.0;

impl Timeline {
    pub fn of(takes: &Takes) -> Self {
        let Some(own) = takes.active() else {
            return Self::default();
        };
        let frame_time = own.take.motion.frame_time();
        let shown = takes.iter().filter(|open| open.edits.shows || open.id == own.id);
        let (mut before, mut last, mut loaded) =
            (0.0f64, own.whole_last() as f64, own.last() as f64);
        for open in shown {
            let first = (open.edits.offset - own.edits.offset) / frame_time;
            let a_frame = open.take.motion.frame_time() / frame_time;
            before = before.max(-first);
            last = last.max(first + open.whole_last() as f64 * a_frame);
            loaded = loaded.max(first + open.last() as f64 * a_frame);
        }
        // A hair beyond a whole frame is rounding, and no frame more.
        let frames = |frames: f64| (frames - 1e-6).ceil().clamp(0.0, MAX_FRAMES) as usize;
        let before = frames(before);
        Self {
            frame_time,
            before,
            count: before + frames(last) + 1,
            loaded: before + frames(loaded) + 1,
            start: own.edits.offset - before as f64 * frame_time,
        }
    }

    pub fn last(&self) -> usize {
        self.count - 1
    }

    /// What the active take calls a frame: its own, counted from 0.
    pub fn number(&self, frame: usize) -> i64 {
        frame as i64 - self.before as i64
    }

    /// The frame that the active take calls so; the nearest end for one that is beyond it.
    pub fn frame(&self, number: i64) -> usize {
        number.saturating_add(self.before as i64).clamp(0, self.last() as i64) as usize
    }

    /// Seconds from the first frame of the active take to a frame.
    pub fn time(&self, frame: usize) -> f64 {
        self.number(frame) as f64 * self.frame_time
    }

    /// Where on another timeline a place of this one is, both in frames.
    pub fn moved_to(&self, other: &Self, place: f64) -> f64 {
        (self.start + place * self.frame_time - other.start) / other.frame_time
    }

    /// Where a take begins and ends, in frames, with what is still being read of it.
    pub fn span(&self, open: &OpenTake) -> [f64; 2] {
        [0, open.whole_last()].map(|own| self.place_of(open, own))
    }

    /// Where what has come of a take ends, in frames.
    pub fn end_of(&self, open: &OpenTake) -> f64 {
        self.place_of(open, open.last())
    }

    /// Where a frame of a take is, in frames.
    fn place_of(&self, open: &OpenTake, own: usize) -> f64 {
        let first = (open.edits.offset - self.start) / self.frame_time;
        first + own as f64 * open.take.motion.frame_time() / self.frame_time
    }

    /// Whether a take has not begun at a place, or has ended. A pose has no time that it could be
    /// outside of.
    pub fn is_outside(&self, open: &OpenTake, place: f64) -> bool {
        /// Less than a frame before the first one is on the way to it.
        const FRAME: f64 = 1.0 - 1e-6;
        let [first, last] = self.span(open);
        // The last frame lasts as long as every other one.
        let own = open.take.motion.frame_time() / self.frame_time;
        let inside = first - FRAME..=last + FRAME * own.max(1.0);
        open.whole_last() > 0 && !inside.contains(&place)
    }

    /// A place in the frames of a take, as if it had some before its first and behind its last one.
    pub fn place_in(&self, open: &OpenTake, place: f64) -> f64 {
        let [first, _] = self.span(open);
        let own = (place - first) * self.frame_time / open.take.motion.frame_time();
        // What is a whole frame but for rounding is a whole frame.
        let whole = own.round();
        if (own - whole).abs() < 1e-6 { whole } else { own }
    }

    /// Which moment of a take shows at a place, in frames; its first or last one where the place is
    /// outside of it.
    pub fn moment_of(&self, open: &OpenTake, place: f64) -> Moment {
        let last = open.last();
        let own = self.place_in(open, place).clamp(0.0, last as f64);
        let frame = own as usize;
        Moment { frame, next: (frame + 1).min(last), t: own.fract() as f32 }
    }

    /// The moment of a take that shows at a place: a whole frame, or, where frames are blended, one
    /// between two.
    pub fn shown_moment(&self, open: &OpenTake, place: f64, is_blending: bool) -> Moment {
        if is_blending {
            return self.moment_of(open, place);
        }
        let frame = self.frame_of(open, place);
        Moment { frame, next: frame, t: 0.0 }
    }

    /// The frame of a take that is nearest to a place.
    pub fn frame_of(&self, open: &OpenTake, place: f64) -> usize {
        let moment = self.moment_of(open, place);
        if moment.t < 0.5 { moment.frame } else { moment.next }
    }

    /// The part of the timeline that is nearest to a wanted one, in frames: inside of it, and not so
    /// short that there is nothing to see. `None` where that is all of it.
    pub fn within(&self, [first, end]: [f64; 2]) -> Option<[f64; 2]> {
        /// So many frames are seen at least.
        const MIN_SEEN: f64 = 4.0;
        /// What is less than this is rounding, and moves nothing.
        const NOTHING: f64 = 1e-6;
        let last = self.last() as f64;
        let length = (end - first).max(MIN_SEEN);
        let is_span = first.is_finite() && end.is_finite();
        if !is_span || length >= last - NOTHING {
            return None;
        }
        let is_inside = first > -NOTHING && end < last + NOTHING;
        if is_inside && end - first > MIN_SEEN - NOTHING {
            return Some([first, end]);
        }
        let first = ((first + end - length) * 0.5).clamp(0.0, last - length);
        Some([first, first + length])
    }

    /// The part of the active take that shows in a part of the timeline, both in frames. `open` is the
    /// active take.
    pub fn part_of(&self, open: &OpenTake, span: [f64; 2]) -> [f64; 2] {
        let last = open.last() as f64;
        span.map(|end| (end - self.before as f64).clamp(0.0, last))
    }

    /// The part of the timeline where a part of the active take is, both in frames.
    pub fn of_active(&self, span: [f64; 2]) -> [f64; 2] {
        span.map(|end| end + self.before as f64)
    }

    /// By how many frames a take begins after another one.
    pub fn frames_between(&self, earlier: &OpenTake, later: &OpenTake) -> f64 {
        let frames = (later.edits.offset - earlier.edits.offset) / self.frame_time;
        // What is a whole frame but for rounding is a whole frame.
        (frames * 1e6).round() / 1e6
    }
}
