//! The session: the open takes, their shared timeline, the playhead, and the files that are loading.
//!
//! Changes of the open takes tell what they mean for the camera as a [`Reframe`], and what is to be done
//! outside as [`Effect`]s.

pub(crate) mod snapshot;

use crate::app::{
    AlignChoice, Compare, Effect, FolderList, Notices, OpenTake, TakeId,
    notes::reviewing::Reviewing, opening::requests::Opening, session_file::saved_takes::SavedTakes,
    takes::closed_takes::ClosedTakes,
};
use crate::options::PlaybackOptions;
use crate::playback::Playback;
use crate::scene::Camera;
use crate::store::ColourSets;

pub use crate::app::measures::apply::MeasureReading;
pub use crate::app::takes::Takes;
pub use crate::app::timeline::Timeline;

/// What is open.
pub struct Session {
    pub takes: Takes,
    /// The playhead, over the frames of [`Self::timeline`].
    pub playback: Playback,
    /// The frames that all takes share.
    pub timeline: Timeline,
    /// The part of the timeline that is looked at, in frames; `None` for all of it.
    pub span: Option<[f64; 2]>,
    /// The part of the curves that is looked at, in frames of the active take; `None` for all of it.
    pub curve_span: Option<[f64; 2]>,
    pub colour_sets: ColourSets,
    pub compare: Compare,
    /// How files are opened, and those that are on their way.
    pub opening: Opening,
    /// What holds for whatever a reviewer adds to takes.
    pub reviewing: Reviewing,
    /// Redraws a second while playing, once measured.
    pub redraw_rate: Option<f64>,
    /// Redraws that the display had time for since playing began, and that did not come.
    pub skipped_frames: u64,
    /// The measures of the takes that show, at the moment that was prepared.
    pub measured: Vec<MeasureReading>,
    /// What was closed and can be brought back.
    pub(crate) closed: ClosedTakes,
    /// The takes that the session file names.
    pub(crate) saved_takes: SavedTakes,
    /// The folder that is open as a list.
    pub folder: Option<FolderList>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            takes: Takes::default(),
            playback: Playback::new(0, 1.0 / 60.0),
            timeline: Timeline::default(),
            span: None,
            curve_span: None,
            colour_sets: ColourSets::new(),
            compare: Compare::default(),
            opening: Opening::default(),
            reviewing: Reviewing::default(),
            redraw_rate: None,
            skipped_frames: 0,
            measured: Vec::new(),
            closed: ClosedTakes::default(),
            saved_takes: SavedTakes::default(),
            folder: None,
        }
    }
}

/// What a change of the open takes means for the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reframe {
    Keep,
    /// The active take is seen as it opens.
    Reset,
    /// It takes in what has come, unless somebody has moved it.
    ResetIfUntouched,
    /// It takes in the active take from the side and with the lens of this one.
    FrameFrom(Camera),
    /// It looks as this one did, unless nothing of the active take would be seen from there.
    LookFrom(Camera),
}

/// Where a change of the session leaves what concerns others.
pub struct Outcome<'a> {
    pub effects: &'a mut Vec<Effect>,
    pub notices: &'a mut Notices,
    /// Where the camera is, if somebody has moved it.
    pub moved_camera: Option<Camera>,
}

impl Session {
    /// Brings the poses of all takes that show to the moment that shows.
    pub fn prepare(&mut self, options: &PlaybackOptions) {
        let place = self.place(options);
        let is_blending = self.is_blending(options);
        let active = self.takes.active_id();
        let solo = self.takes.solo();
        let compared = self.compared_takes();
        let beside = self.moment_of_reference().filter(|_| !is_blending);
        for open in self.takes.iter_mut() {
            let is_shown = solo.map_or(open.edits.shows, |id| open.id == id);
            if !is_shown && Some(open.id) != active && !compared.contains(&open.id) {
                continue;
            }
            let moment = match beside {
                Some((id, moment)) if id == open.id => moment,
                _ => self.timeline.shown_moment(open, place, is_blending),
            };
            let skeleton = &open.take.skeleton;
            if moment.t > 0.0 && open.take.motion.frame_count() > 0 {
                let rows = [moment.frame, moment.next].map(|frame| open.take.row(frame));
                open.pose.evaluate_between(skeleton, rows, moment.t);
            } else {
                open.pose.evaluate(skeleton, open.take.row(moment.frame));
            }
        }
        self.measure();
    }

    /// Brings the timeline in line with what is open; the playhead stays at its moment.
    pub(crate) fn rebuild_timeline(&mut self) {
        let now = Timeline::of(&self.takes);
        if now == self.timeline {
            return;
        }
        let old = std::mem::replace(&mut self.timeline, now);
        let now = &self.timeline;
        let moved = |place: f64| old.moved_to(now, place);
        self.playback.refit(now.loaded, now.frame_time, moved);
        self.span = self.span.map(|span| span.map(moved));
    }

    /// Starts anew with a take: at its first frame. Speed, the rate that was chosen and the loop mode
    /// stay.
    pub(crate) fn begin_with(&mut self, id: Option<TakeId>) -> Reframe {
        if let Some(id) = id {
            self.takes.activate(id);
        }
        self.timeline = Timeline::of(&self.takes);
        let playback = Playback::new(self.timeline.loaded, self.timeline.frame_time);
        let older = std::mem::replace(&mut self.playback, playback);
        self.playback.set_rate(older.lasting_rate());
        self.playback.set_fps(older.chosen_fps());
        self.playback.set_loop_mode(older.loop_mode());
        self.playback.seek(self.timeline.frame(0));
        self.span = None;
        self.curve_span = None;
        self.redraw_rate = None;
        self.skipped_frames = 0;
        Reframe::Reset
    }

    /// Makes a take the active one because the user asks for it: the folder is leafed through from there.
    pub(crate) fn choose(&mut self, id: TakeId) {
        if !self.takes.is_active(id) {
            self.opening.browsing = None;
        }
        self.activate(id);
    }

    /// Makes a take the active one. The moment stays.
    pub(crate) fn activate(&mut self, id: TakeId) {
        let before = self.takes.active_id();
        let reference = self.reference().filter(|open| open.id == id);
        let was_reference = reference.is_some();
        // The moment at which they stand on one another stays, too.
        let align = match (self.compare.align, reference) {
            (AlignChoice::Place(Some(frame)), Some(open)) => {
                let place = self.timeline.frame(frame as i64) as f64;
                AlignChoice::Place(Some(self.timeline.frame_of(open, place)))
            }
            (align, _) => align,
        };
        if self.takes.activate(id) {
            if was_reference {
                // The two are compared the other way round.
                self.compare.reference = before;
                self.compare.align = align;
            }
            self.curve_span = None;
            self.rebuild_timeline();
        }
    }

    /// A session on a take that is in memory.
    pub fn of(open: OpenTake) -> Self {
        let mut session = Self::default();
        let id = open.id;
        session.takes.push(open);
        session.begin_with(Some(id));
        session
    }

    /// The takes whose colours or lines are to be remembered; none until something of them changes again.
    pub fn take_unsaved(&mut self) -> impl Iterator<Item = &OpenTake> {
        self.takes
            .iter_mut()
            .filter_map(|open| std::mem::take(&mut open.is_unsaved).then_some(&*open))
    }
}
