//! How the playhead moves: with time, by playback commands, and to where a session file has it.

use crate::app::{Effect, FeatureCommand, OpenTake, PlaybackCommand, Session, State};
use crate::options::PlaybackOptions;
use crate::playback::{Direction, Moment};
use crate::store::SavedPlayback;

impl Session {
    /// Whether moments between frames show as a blend of both. Where every frame is to show, frames do.
    pub fn is_blending(&self, options: &PlaybackOptions) -> bool {
        self.playback.is_playing() && options.blend && !options.every_frame
    }

    /// The place on the timeline that shows, in frames: between two of them while they are blended.
    pub fn place(&self, options: &PlaybackOptions) -> f64 {
        if !self.is_blending(options) {
            return self.playback.frame() as f64;
        }
        let moment = self.playback.moment();
        moment.frame as f64 + f64::from(moment.t)
    }

    /// The frame of a take that shows.
    pub fn frame_of(&self, open: &OpenTake) -> usize {
        self.timeline.frame_of(open, self.playback.frame() as f64)
    }

    /// The moment of a take that shows, between two frames while they are blended.
    pub fn moment_of(&self, open: &OpenTake, options: &PlaybackOptions) -> Moment {
        self.timeline.shown_moment(open, self.place(options), self.is_blending(options))
    }

    /// Whether a take beside others has not begun at the moment that shows, or has ended.
    pub fn is_outside(&self, open: &OpenTake, options: &PlaybackOptions) -> bool {
        self.takes.len() > 1 && self.timeline.is_outside(open, self.place(options))
    }

    /// Moves time on, and tells whether the picture may have changed.
    pub fn tick(&mut self, dt: f64, options: &PlaybackOptions) -> bool {
        if self.takes.is_empty() {
            return false;
        }
        let before = self.playback.frame();
        let moved =
            if options.every_frame { self.playback.tick_every(dt) } else { self.playback.tick(dt) };
        let has_stopped = !self.playback.is_playing();
        let blends = options.blend && !options.every_frame;
        moved && (blends || self.playback.frame() != before || has_stopped)
    }
}

impl FeatureCommand for PlaybackCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::PlayAt(fps) => Some(state.session.playback.chosen_fps() == *fps),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        let playback = &mut state.session.playback;
        match self {
            Self::Toggle => playback.toggle(),
            Self::PlayBackwards => playback.play_towards(Direction::Backwards),
            Self::Shuttle(direction) => playback.shuttle(direction),
            Self::Pause => playback.pause(),
            Self::Step(frames) => playback.step(frames),
            Self::StepSeconds(seconds) => {
                let frames = (1.0 / playback.frame_time()).round().max(1.0) as i64;
                playback.step(frames * seconds);
            }
            Self::First => playback.go_to_first(),
            Self::Last => playback.go_to_last(),
            Self::Seek(frame) => playback.seek(frame),
            Self::SetLoopMode(mode) => playback.set_loop_mode(mode),
            Self::NextLoopMode => playback.set_loop_mode(playback.loop_mode().next()),
            Self::Slower => playback.change_speed(false),
            Self::Faster => playback.change_speed(true),
            Self::SetSpeed(speed) => playback.set_rate(speed),
            Self::PlayAt(fps) => playback.set_fps(fps),
        }
    }
}

impl Session {
    /// The playhead and the timeline as a session file has them.
    pub fn saved_playback(&self, options: PlaybackOptions) -> SavedPlayback {
        let (playback, timeline) = (&self.playback, &self.timeline);
        let [range_in, range_out] = self.range_of_numbers();
        SavedPlayback {
            frame: timeline.number(playback.frame()),
            range_in,
            range_out,
            range_is_on: playback.range_is_on(),
            speed: playback.lasting_rate(),
            fps: playback.chosen_fps(),
            loop_mode: playback.loop_mode(),
            span: self.span.map(|span| span.map(|end| end - timeline.before as f64)),
            options,
        }
    }

    /// Sets how takes are played, whichever they are.
    pub fn set_speed_as_saved(&mut self, saved: &SavedPlayback) {
        if saved.speed.is_finite() {
            self.playback.set_rate(saved.speed);
        }
        self.playback.set_fps(saved.fps.filter(|fps| *fps > 0.0));
        self.playback.set_loop_mode(saved.loop_mode);
    }

    pub fn seek_as_saved(&mut self, saved: &SavedPlayback) {
        self.playback.seek(self.timeline.frame(saved.frame));
    }

    /// Sets the range and the part of the timeline that shows. All takes are there.
    pub fn set_range_as_saved(&mut self, saved: &SavedPlayback) {
        self.set_range_of_numbers([saved.range_in, saved.range_out]);
        self.playback.turn_range_on(saved.range_is_on);
        let before = self.timeline.before as f64;
        let span = saved.span.map(|span| span.map(|end| end + before));
        self.span = span.and_then(|span| self.timeline.within(span));
    }

    /// Sets in and out points, as the active take calls their frames.
    pub(crate) fn set_range_of_numbers(&mut self, numbers: [Option<i64>; 2]) {
        let frame = |number: Option<i64>| number.map(|number| self.timeline.frame(number));
        let [first, last] = numbers.map(frame);
        self.playback.set_range_in(None);
        self.playback.set_range_out(None);
        if first.is_some() {
            self.playback.set_range_in(first);
        }
        if last.is_some() {
            self.playback.set_range_out(last);
        }
    }

    /// In and out point as the active take calls them.
    pub(crate) fn range_of_numbers(&self) -> [Option<i64>; 2] {
        let ends = [self.playback.range_in(), self.playback.range_out()];
        ends.map(|frame| frame.map(|frame| self.timeline.number(frame)))
    }
}
