//! How time moves the playhead, and what is asked of it.

use super::{State, Switch};
use crate::app::command::Command;
use crate::platform::Playing;
use crate::playback::Direction;

impl State {
    /// Whether other takes make the timeline longer than the active one is: its frames are then those
    /// of the session, and not of a take.
    pub fn is_session(&self) -> bool {
        let own = self.take().map_or(0, |open| open.whole_last());
        self.timeline.before > 0 || self.timeline.last() > own
    }

    /// Whether moments between frames show as a blend of both. Where every frame is to show, frames do.
    pub fn is_blending(&self) -> bool {
        let is_on = |switch| self.switches.is_on(switch);
        self.playback.is_playing() && is_on(Switch::Blend) && !is_on(Switch::EveryFrame)
    }

    /// Moves time on, and tells whether the picture may have changed.
    pub fn tick(&mut self, dt: f64) -> bool {
        let glided = self.glide_on(dt);
        if self.takes.is_empty() {
            return glided;
        }
        let before = self.playback.frame();
        let every_frame = self.switches.is_on(Switch::EveryFrame);
        let moved = match every_frame {
            true => self.playback.tick_every(dt),
            false => self.playback.tick(dt),
        };
        let has_stopped = !self.playback.is_playing();
        let blends = self.switches.is_on(Switch::Blend) && !every_frame;
        glided || moved && (blends || self.playback.frame() != before || has_stopped)
    }

    /// How playing goes on, for whoever counts pictures; `None` while paused.
    pub fn going(&self) -> Option<Playing> {
        let playback = self.playback().filter(|playback| playback.is_playing())?;
        let speed = match self.switches.is_on(Switch::EveryFrame) {
            true => 0.0,
            false => playback.frames_a_second().abs(),
        };
        Some(Playing {
            passed: playback.passed(),
            speed,
        })
    }

    /// Takes note that a picture of this moment was shown, of how many such there are a second, and of
    /// how many did not come.
    pub fn note_picture(&mut self, rate: Option<f64>, skipped_frames: u64) {
        self.playback.seen();
        self.shown_rate = rate;
        self.skipped_frames = skipped_frames;
    }

    /// The commands of the playhead.
    pub(super) fn play(&mut self, command: Command) {
        let playback = &mut self.playback;
        let frame = playback.frame();
        match command {
            Command::TogglePlay => playback.toggle(),
            Command::PlayBackwards => {
                playback.play_towards(Direction::Backwards);
            }
            Command::Shuttle(direction) => playback.shuttle(direction),
            Command::Pause => playback.pause(),
            Command::Step(frames) => playback.step(frames),
            Command::StepSeconds(seconds) => {
                let frames = (1.0 / playback.frame_time()).round().max(1.0) as i64;
                playback.step(frames * seconds);
            }
            Command::First => playback.go_to_first(),
            Command::Last => playback.go_to_last(),
            Command::Seek(frame) => playback.seek(frame),
            Command::RangeIn(here) => playback.set_range_in(here.then_some(frame)),
            Command::RangeOut(here) => playback.set_range_out(here.then_some(frame)),
            Command::SetRange([a, b]) => {
                playback.set_range_in(None);
                playback.set_range_out(Some(a.max(b)));
                playback.set_range_in(Some(a.min(b)));
            }
            Command::ClearRange => {
                playback.set_range_in(None);
                playback.set_range_out(None);
            }
            Command::ToggleRange => playback.turn_range_on(!playback.range_is_on()),
            Command::SetEndMode(mode) => playback.set_loop_mode(mode),
            Command::NextEndMode => playback.set_loop_mode(playback.loop_mode().next()),
            Command::Slower => playback.change_speed(false),
            Command::Faster => playback.change_speed(true),
            Command::SetRate(rate) => playback.set_rate(rate),
            Command::PlayAt(fps) => playback.set_fps(fps),
            Command::ShowSpan(span) => self.span = span,
            _ => {}
        }
    }
}
