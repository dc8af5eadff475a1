//! The playhead and the timeline as a session file has them.

use crate::app::session::Session;
use crate::options::PlaybackOptions;
use crate::store::SavedPlayback;

impl Session {
    /// The playhead and the timeline as a session file has them.
    pub fn saved_playback(&self, options: PlaybackOptions) -> SavedPlayback {
        let (playback, timeline) = (&self.playback, &self.timeline);
        let number = |frame: Option<usize>| frame.map(|frame| timeline.number(frame));
        SavedPlayback {
            frame: timeline.number(playback.frame()),
            range_in: number(playback.range_in()),
            range_out: number(playback.range_out()),
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

    /// Goes to the frame that showed.
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
}
