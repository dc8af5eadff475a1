//! The layout of the timeline: ruler, lane, take strips, event flags, scroll bars.

use egui::{Pos2, Rangef, Rect, Ui, vec2};

use crate::app::timeline::panel::flags::{Flag, flags};
use crate::app::timeline::panel::scale::{Scale, nearest};
use crate::app::{
    OpenTake, State, TakeId, checks::contact_rows, theme::GUTTER,
    timeline::panel::range::range_text,
};

/// The height of the ruler.
pub const RULER: f32 = 24.0;
/// From the top of the timeline to the lane.
pub const LANE_TOP: f32 = RULER + 1.0;
/// And to the first strip in it.
pub const STRIPS_TOP: f32 = LANE_TOP + 6.0;
/// The least and the greatest height of a strip: they grow with the timeline, and where they have no room, they
/// scroll.
pub const STRIP: Rangef = Rangef { min: 12.0, max: 28.0 };
/// From one strip to the next.
pub const GAP: f32 = 4.0;
/// The height of the timeline from which on strips and sound grow.
const USUAL: f32 = 90.0;
/// The part of a strip's height that a take has which is hidden, but no less than the least.
const HIDDEN: f32 = 0.75;
/// What is kept for the flags of events, below the strips.
const EVENTS: f32 = 15.0;
/// What is kept for the waveform of a sound, below the strips.
const SOUND: Rangef = Rangef { min: 28.0, max: 72.0 };
/// What is kept for what is told below the lane.
const FOOT: f32 = 15.0;
/// The height of the bar that shows where the part in sight is, and of the place to take it at.
const BAR: f32 = 8.0;
/// The least height of the lane.
pub const LANE: f32 = 46.0;

/// The strip of one take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// The take's place in the list.
    pub take: usize,
    /// Whether the take is hidden: its strip is an outline that shows it.
    pub is_hidden: bool,
    /// From its first frame to its last one, also where that is out of sight.
    pub rect: Rect,
}

/// How far the strips are scrolled, where they do not all fit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scrolled {
    /// Points from the first strip to what is at the top.
    pub by: f32,
    /// The take that was active when they were last laid out: another one comes into sight.
    active: Option<TakeId>,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub struct TimelineLayout {
    pub rect: Rect,
    pub scale: Scale,
    /// The ruler's lower edge, and the lane's upper one.
    pub lane: Rangef,
    /// Where strips are seen.
    pub rows: Rangef,
    /// The strips, the active take's last: it is drawn over others.
    pub strips: Vec<Strip>,
    /// Whether there are contacts below the strip of the active take.
    pub has_contacts: bool,
    /// How much higher than what is seen of them all strips together are, in points.
    pub more: f32,
    /// Where the waveform of the sound is, where there is one.
    pub sound: Option<Rangef>,
    /// Where the flags of events are.
    pub events: Rangef,
    /// The flags that are in sight, from left to right.
    pub flags: Vec<Flag>,
    /// Where the flags of notes are, where there are some.
    pub notes: Option<Rangef>,
    /// Where the range and what is hidden are told of, where there is something to tell.
    pub foot: Option<Rangef>,
    /// The bar below, while a part of the timeline is looked at.
    pub bar: Option<Rect>,
}

impl TimelineLayout {
    pub fn of(ui: &Ui, state: &State, rect: Rect, scrolled: &mut Scrolled) -> Self {
        let (timeline, span) = (&state.session.timeline, state.session.span);
        let scale = Scale::new(rect.x_range().shrink(GUTTER), timeline, span);
        let open = state.take();
        let has_events = open.is_some_and(OpenTake::has_events);
        let whole = timeline.last() as f64;
        let is_part = |[first, end]: &[f64; 2]| *first > 0.5 || *end < whole - 0.5;
        let bar = span.filter(is_part).map(|_| {
            let y = Rangef::new(rect.bottom() - 1.0 - BAR, rect.bottom() - 1.0);
            Rect::from_x_y_ranges(scale.x, y)
        });
        let top = rect.top() + LANE_TOP;
        let first = rect.top() + STRIPS_TOP;
        let has_notes = open.is_some_and(|open| !open.review.kept.notes.is_empty());
        let lanes = usize::from(has_events) + usize::from(has_notes);
        let flags_height = EVENTS * lanes as f32;
        // What is above the usual height is shared by the strips and the sound.
        let more = (rect.height() - USUAL).max(0.0);
        let has_room = rect.bottom() - first - flags_height - SOUND.min >= STRIP.min;
        let has_sound = state.shown_sound().is_some() && has_room;
        let (for_sound, more) =
            if has_sound { (SOUND.clamp(SOUND.min + more * 0.5), more * 0.5) } else { (0.0, more) };
        let for_events = flags_height + for_sound;
        let floor = bar.map_or(rect.bottom(), |bar| bar.top() - 2.0);
        let foot = Rangef::new(floor - FOOT + 1.0, floor);
        let has_text = range_text(state).is_some() || state.session.takes.hidden_count() > 0;
        let has_room = foot.min - first - for_events >= STRIP.min;
        let foot = Some(foot).filter(|_| has_text && has_room);
        let floor = foot.map_or(floor.min(rect.bottom() - 4.0), |foot| foot.min - 1.0);
        let contacts = contact_rows::height(state);
        let room = (floor - first - for_events).max(STRIP.min);
        let takes = &state.session.takes;
        let strip = STRIP.clamp(STRIP.min + more / takes.len().max(1) as f32);
        let height = |open: &OpenTake| {
            if takes.is_shown(open) { strip } else { (strip * HIDDEN).max(STRIP.min) }
        };
        let heights = |takes: &[OpenTake]| takes.iter().map(|open| height(open) + GAP).sum::<f32>();
        // What parts two strips is not behind the last one.
        let all = heights(takes) - GAP + contacts;
        let seen = all.min(room);
        let active = state.session.takes.active_id();
        if scrolled.active != active {
            let before = heights(&takes[..takes.active_place()]);
            let own = state.take().map_or(0.0, height);
            let last = before + own + contacts - seen;
            *scrolled = Scrolled { by: scrolled.by.clamp(last.min(before), before), active };
        }
        scrolled.by = scrolled.by.clamp(0.0, all - seen);
        let mut y = first - scrolled.by;
        let mut strips: Vec<Strip> = (takes.iter().enumerate())
            .map(|(take, open)| {
                let [begin, end] = state.session.timeline.span(open);
                // What has a single frame can be seen, too.
                let x = Rangef::new(scale.x(begin), scale.x(end).max(scale.x(begin) + 6.0));
                let rect = Rect::from_x_y_ranges(x, y..=y + height(open));
                let is_active = take == takes.active_place();
                y += height(open) + GAP + if is_active { contacts } else { 0.0 };
                Strip { take, is_hidden: !takes.is_shown(open), rect }
            })
            .collect();
        strips.sort_by_key(|strip| strip.take == takes.active_place());
        let below = first + seen;
        let bottom = below + for_events.max(6.0);
        let marks = below + for_sound;
        let for_notes = marks + if has_events { EVENTS } else { 0.0 };
        let mut layout = Self {
            rect,
            scale,
            lane: Rangef::new(top, bottom.max(top + LANE).min(floor)),
            rows: Rangef::new(first, below),
            strips,
            has_contacts: contacts > 0.0,
            more: all - seen,
            sound: has_sound.then(|| Rangef::new(below + 1.0, marks - 1.0)),
            events: Rangef::new(marks + 2.0, marks + 14.0),
            flags: Vec::new(),
            notes: has_notes.then(|| Rangef::new(for_notes + 2.0, for_notes + 14.0)),
            foot,
            bar,
        };
        layout.flags = flags(ui, state, layout.scale, layout.rect);
        layout
    }

    /// The flag that is at a place: of two, the one whose pole is nearer.
    pub fn flag_at(&self, at: Pos2) -> Option<&Flag> {
        let hit = self.flags.iter().filter(|flag| flag.reach(self.events).contains(at));
        nearest(hit, |flag| (flag.x - at.x).abs())
    }

    pub fn strip_at(&self, at: Pos2) -> Option<&Strip> {
        let reaches = |strip: &&Strip| strip.rect.expand2(vec2(2.0, 1.0)).contains(at);
        let is_seen = self.rows.expand(1.0).contains(at.y);
        self.strips.iter().rfind(reaches).filter(|_| is_seen)
    }

    pub fn take_at(&self, at: Pos2) -> Option<usize> {
        self.strip_at(at).map(|strip| strip.take)
    }

    /// The part of the bar that stands for what is in sight.
    pub fn thumb(&self, bar: Rect, last: usize) -> Rect {
        /// It can be taken hold of however much there is.
        const MIN: f32 = 32.0;
        let along = |frame: f64| bar.width() * (frame / last.max(1) as f64).clamp(0.0, 1.0) as f32;
        let [first, end] = self.scale.span.map(along);
        let width = (end - first).max(MIN);
        let left = bar.left() + first.min(bar.width() - width).max(0.0);
        Rect::from_x_y_ranges(left..=left + width, bar.y_range())
    }

    /// The bar at the right of strips that do not all fit.
    pub fn rows_bar(&self) -> Option<Rect> {
        let x = Rangef::new(self.rect.right() - 10.0, self.rect.right() - 2.0);
        (self.more > 0.5).then(|| Rect::from_x_y_ranges(x, self.rows))
    }

    /// The part of [`Self::rows_bar`] that stands for the strips in sight.
    pub fn rows_thumb(&self, bar: Rect, scrolled: Scrolled) -> Rect {
        /// It can be taken hold of however many there are.
        const MIN: f32 = 12.0;
        let all = bar.height() + self.more;
        let height = (bar.height() * bar.height() / all).max(MIN.min(bar.height()));
        let top = bar.top() + (bar.height() - height) * scrolled.by / self.more;
        Rect::from_x_y_ranges(bar.x_range(), top..=top + height)
    }
}
