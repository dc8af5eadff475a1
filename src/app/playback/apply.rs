//! How the playhead moves: with time, and by playback commands.

use crate::app::effect::Effect;
use crate::app::playback::command::PlaybackCommand;
use crate::app::session::Session;
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::open_take::OpenTake;
use crate::options::PlaybackOptions;
use crate::playback::{Direction, Moment};

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
        let is_blending = self.is_blending(options);
        self.timeline.shown_moment(open, self.place(options), is_blending)
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

    /// Carries out a command of the playhead.
    pub fn apply_playback(&mut self, command: PlaybackCommand) {
        let playback = &mut self.playback;
        match command {
            PlaybackCommand::Toggle => playback.toggle(),
            PlaybackCommand::PlayBackwards => playback.play_towards(Direction::Backwards),
            PlaybackCommand::Shuttle(direction) => playback.shuttle(direction),
            PlaybackCommand::Pause => playback.pause(),
            PlaybackCommand::Step(frames) => playback.step(frames),
            PlaybackCommand::StepSeconds(seconds) => {
                let frames = (1.0 / playback.frame_time()).round().max(1.0) as i64;
                playback.step(frames * seconds);
            }
            PlaybackCommand::First => playback.go_to_first(),
            PlaybackCommand::Last => playback.go_to_last(),
            PlaybackCommand::Seek(frame) => playback.seek(frame),
            PlaybackCommand::SetLoopMode(mode) => playback.set_loop_mode(mode),
            PlaybackCommand::NextLoopMode => playback.set_loop_mode(playback.loop_mode().next()),
            PlaybackCommand::Slower => playback.change_speed(false),
            PlaybackCommand::Faster => playback.change_speed(true),
            PlaybackCommand::SetSpeed(speed) => playback.set_rate(speed),
            PlaybackCommand::PlayAt(fps) => playback.set_fps(fps),
        }
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
        state.session.apply_playback(self);
    }
}
