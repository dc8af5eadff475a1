//! The playhead: which frame is showing.
//!
//! Architecture invariant: no clock and no take. Time comes in as seconds, so that every rule here is tested to the
//! frame. Playback is true to time: a slow display shows fewer frames and never plays slower.

mod advance;
mod timecode;

use std::ops::RangeInclusive;

pub use timecode::{FPS, RATES, Timecode, TimecodeError, exact};

/// What happens at the ends of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "app", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "app", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LoopMode {
    /// Playback stops at the end.
    Once,
    /// The last frame is followed by the first.
    #[default]
    Loop,
    /// Playback turns round at both ends; each end shows once.
    PingPong,
}

impl LoopMode {
    /// Every mode, in the order in which a key cycles them.
    pub const ALL: [Self; 3] = [Self::Loop, Self::PingPong, Self::Once];

    /// The mode after this one, round and round.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&mode| mode == self);
        Self::ALL[at.map_or(0, |i| (i + 1) % Self::ALL.len())]
    }
}

/// Which way frames follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the last frame.
    Forwards,
    /// Towards the first frame.
    Backwards,
}

impl Direction {
    fn sign(self) -> f64 {
        match self {
            Self::Forwards => 1.0,
            Self::Backwards => -1.0,
        }
    }
}

/// A moment between two frames, for showing a blend of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The frame at or before the moment.
    pub frame: usize,
    /// The frame after it; the same one at the ends.
    pub next: usize,
    /// How far the moment is on the way from `frame` to `next`, from 0 to 1.
    pub t: f32,
}

/// The highest playback speed in either direction.
pub const FASTEST: f64 = 8.0;

/// The playback speeds that the slower and faster commands step through.
pub const SPEED_STEPS: [f64; 8] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// A playhead over the frames of a take.
///
/// ```
/// use rushes::playback::Playback;
///
/// // 300 frames at 120 a second, of which a display shows every second one.
/// let mut playback = Playback::new(300, 1.0 / 120.0);
/// playback.play();
/// playback.tick(1.0 / 60.0);
/// assert_eq!(playback.frame(), 2);
///
/// // A range is repeated until the pause.
/// playback.set_range_in(Some(10));
/// playback.set_range_out(Some(19));
/// playback.seek(19);
/// playback.tick(1.0 / 120.0);
/// assert_eq!(playback.frame(), 10);
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    frame_count: usize,
    frame_time: f64,
    /// Frames a second of real time, where they were chosen.
    fps: Option<f64>,
    /// In frames. The frame showing is the nearest one, so that a display whose pictures come a
    /// little early or late shows the same frames.
    position: f64,
    playing: bool,
    rate: f64,
    /// A rate that lasts until the next pause: from the shuttle keys, or playing backwards.
    shuttle: Option<f64>,
    /// Whether ping-pong is on its way back.
    returning: bool,
    /// How many frames went by.
    passed: u64,
    /// Whether the frame showing was in no picture yet.
    unseen: bool,
    loop_mode: LoopMode,
    range_in: Option<usize>,
    range_out: Option<usize>,
    range_is_on: bool,
}

impl Playback {
    /// A paused playhead on the first of `frame_count` frames that are `frame_time` seconds apart.
    ///
    /// A take without frames has one moment, its rest pose.
    pub fn new(frame_count: usize, frame_time: f64) -> Self {
        Self {
            frame_count: frame_count.max(1),
            frame_time,
            fps: None,
            position: 0.0,
            playing: false,
            rate: 1.0,
            shuttle: None,
            returning: false,
            passed: 0,
            unseen: true,
            loop_mode: LoopMode::default(),
            range_in: None,
            range_out: None,
            range_is_on: true,
        }
    }

    /// Follows the timeline to other frames: the moment that was at `n` is now at `moved(n)`. What
    /// lies outside of them comes to the nearest end; a range of which nothing is left is gone.
    pub fn refit(&mut self, frame_count: usize, frame_time: f64, moved: impl Fn(f64) -> f64) {
        self.frame_count = frame_count.max(1);
        self.frame_time = frame_time;
        let last = self.last() as f64;
        self.position = moved(self.position).clamp(0.0, last);
        if !self.playing {
            self.position = self.position.round();
        }
        let end = |frame: Option<usize>| frame.map(|frame| moved(frame as f64).round());
        let (first, end) = (end(self.range_in), end(self.range_out));
        let is_gone = first.is_some_and(|at| at > last) || end.is_some_and(|at| at < 0.0);
        self.range_in = first.filter(|&at| !is_gone && at > 0.0).map(|at| at as usize);
        self.range_out = end.filter(|&at| !is_gone && at < last).map(|at| at as usize);
    }

    /// How many frames there are; at least 1.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// Seconds from one frame to the next.
    pub fn frame_time(&self) -> f64 {
        self.frame_time
    }

    fn last(&self) -> usize {
        self.frame_count - 1
    }

    /// The frame showing, counted from 0.
    pub fn frame(&self) -> usize {
        ((self.position + 0.5).floor().max(0.0) as usize).min(self.last())
    }

    /// Seconds from the first frame to the one showing.
    pub fn time(&self) -> f64 {
        self.frame() as f64 * self.frame_time
    }

    /// The exact moment of the playhead, for blending. Ends are held, never blended into each
    /// other: only few takes loop.
    pub fn moment(&self) -> Moment {
        let position = self.position.clamp(0.0, self.last() as f64);
        let frame = position as usize;
        Moment { frame, next: (frame + 1).min(self.last()), t: position.fract() as f32 }
    }

    /// Whether time moves the playhead.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Frames of the take a second of real time, at a speed of 1: those that were chosen, else the file's.
    pub fn fps(&self) -> f64 {
        self.fps.unwrap_or(self.frame_time.recip())
    }

    /// The frames a second that were chosen; `None` for the file's.
    pub fn chosen_fps(&self) -> Option<f64> {
        self.fps
    }

    /// Plays so many frames a second at a speed of 1, within [`FPS`]; `None` as many as the file has.
    /// What is no number changes nothing.
    pub fn set_fps(&mut self, fps: Option<f64>) {
        if !fps.is_some_and(f64::is_nan) {
            self.fps = fps.map(|fps| exact(fps.clamp(FPS[0], FPS[1])));
        }
    }

    /// Frames that time moves the playhead by in a second, negative backwards: rate and speed.
    pub fn frames_a_second(&self) -> f64 {
        self.rate() * self.fps()
    }

    /// The speed: times as fast as the frames a second say, negative backwards.
    pub fn rate(&self) -> f64 {
        self.shuttle.unwrap_or(self.rate)
    }

    /// The rate that was set, which a pause comes back to.
    pub fn lasting_rate(&self) -> f64 {
        self.rate
    }

    /// What happens at the ends.
    pub fn loop_mode(&self) -> LoopMode {
        self.loop_mode
    }

    /// Sets what happens at the ends.
    pub fn set_loop_mode(&mut self, mode: LoopMode) {
        self.loop_mode = mode;
        self.returning = false;
    }

    /// Sets the rate, at most [`FASTEST`] either way; what is no number changes nothing.
    pub fn set_rate(&mut self, rate: f64) {
        if !rate.is_nan() {
            self.rate = rate.clamp(-FASTEST, FASTEST);
            self.shuttle = None;
            self.returning = false;
        }
    }

    /// Goes one of [`SPEED_STEPS`] up or down, keeping the direction.
    pub fn change_speed(&mut self, faster: bool) {
        let speed = self.rate().abs();
        let next = if faster {
            SPEED_STEPS.iter().find(|&&step| step > speed + 1e-9)
        } else {
            SPEED_STEPS.iter().rev().find(|&&step| step < speed - 1e-9)
        };
        if let Some(next) = next {
            match &mut self.shuttle {
                // The direction of a shuttle lasts until the next pause, its speed beyond.
                Some(shuttle) => {
                    *shuttle = next.copysign(*shuttle);
                    self.rate = next.copysign(self.rate);
                }
                None => self.set_rate(next.copysign(self.rate)),
            }
        }
    }

    /// Plays at the set rate. At the end of a range that plays once, it starts again.
    pub fn play(&mut self) {
        self.shuttle = None;
        self.start();
    }

    /// Plays at the set speed in a direction; a pause forgets the direction.
    pub fn play_towards(&mut self, direction: Direction) {
        let speed = if self.rate == 0.0 { 1.0 } else { self.rate.abs() };
        self.shuttle = Some(speed * direction.sign());
        self.start();
    }

    /// The J and L keys: plays at 1×, and each repeat in the same direction doubles.
    pub fn shuttle(&mut self, direction: Direction) {
        let sign = direction.sign();
        let speed = match self.shuttle {
            Some(rate) if self.playing && rate * sign > 0.0 => (rate.abs() * 2.0).min(FASTEST),
            _ => 1.0,
        };
        self.shuttle = Some(speed * sign);
        self.returning = false;
        self.start();
    }

    fn start(&mut self) {
        let (first, last) = self.ends();
        let forwards = self.rate() >= 0.0;
        let at_its_end = match self.loop_mode {
            LoopMode::Once if forwards => self.frame() >= last,
            LoopMode::Once => self.frame() <= first,
            LoopMode::Loop | LoopMode::PingPong => false,
        };
        if at_its_end || !(first..=last).contains(&self.frame()) {
            self.position = if forwards { first } else { last } as f64;
        }
        // There is nothing to play once in a single frame.
        self.playing = first < last || self.loop_mode != LoopMode::Once;
    }

    /// Stops on the frame showing.
    pub fn pause(&mut self) {
        self.playing = false;
        self.shuttle = None;
        self.returning = false;
        self.position = self.frame() as f64;
    }

    /// Plays where paused, pauses where playing.
    pub fn toggle(&mut self) {
        if self.playing {
            self.pause();
        } else {
            self.play();
        }
    }

    /// Shows a frame; beyond the last one, the last. Playing goes on from there.
    pub fn seek(&mut self, frame: usize) {
        let before = self.frame();
        self.position = frame.min(self.last()) as f64;
        self.unseen |= self.frame() != before;
    }

    /// Records that the frame showing was in a picture: what [`Self::tick_every`] waits for.
    pub fn seen(&mut self) {
        self.unseen = false;
    }

    /// How many frames went by while playing, since the playhead was made: also those that were in
    /// no picture, because the next one came before it.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Pauses and moves by whole frames, as far as there are any.
    pub fn step(&mut self, frames: i64) {
        self.pause();
        let frame = self.frame() as i64;
        self.seek(frame.saturating_add(frames).max(0) as usize);
    }

    /// Shows the first frame of the range; from there, the first of the take.
    pub fn go_to_first(&mut self) {
        let first = *self.range().start();
        self.seek(if self.frame() == first { 0 } else { first });
    }

    /// Shows the last frame of the range; from there, the last of the take.
    pub fn go_to_last(&mut self) {
        let last = *self.range().end();
        self.seek(if self.frame() == last { self.last() } else { last });
    }

    /// The frames that playing stays in.
    pub fn range(&self) -> RangeInclusive<usize> {
        if !self.range_is_on {
            return 0..=self.last();
        }
        let first = self.range_in.unwrap_or(0);
        first..=self.range_out.unwrap_or(self.last())
    }

    fn ends(&self) -> (usize, usize) {
        self.range().into_inner()
    }

    /// The frame set as the range's start.
    pub fn range_in(&self) -> Option<usize> {
        self.range_in
    }

    /// The frame set as the range's end.
    pub fn range_out(&self) -> Option<usize> {
        self.range_out
    }

    /// Whether playing keeps to the range.
    pub fn range_is_on(&self) -> bool {
        self.range_is_on
    }

    /// Sets or clears the range's start. An end before it is cleared.
    pub fn set_range_in(&mut self, frame: Option<usize>) {
        self.range_in = frame.map(|frame| frame.min(self.last()));
        if self.range_in > self.range_out {
            self.range_out = None;
        }
        self.range_is_on = true;
    }

    /// Sets or clears the range's end. A start behind it is cleared.
    pub fn set_range_out(&mut self, frame: Option<usize>) {
        self.range_out = frame.map(|frame| frame.min(self.last()));
        if self.range_out.is_some() && self.range_in > self.range_out {
            self.range_in = None;
        }
        self.range_is_on = true;
    }

    /// Lets playing leave the range, or keep to it again; the range itself stays.
    pub fn turn_range_on(&mut self, on: bool) {
        self.range_is_on = on;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Ten frames of a tenth of a second.
    pub fn playback(mode: LoopMode) -> Playback {
        let mut playback = Playback::new(10, 0.1);
        playback.set_loop_mode(mode);
        playback.play();
        playback
    }

    /// The same, within a range.
    fn within(mode: LoopMode, first: usize, last: usize) -> Playback {
        let mut playback = playback(mode);
        playback.set_range_in(Some(first));
        playback.set_range_out(Some(last));
        playback.play();
        playback
    }

    /// The frames that show, a tick of one frame time apart.
    fn frames(playback: &mut Playback, ticks: usize) -> Vec<usize> {
        let mut shown = vec![playback.frame()];
        for _ in 0..ticks {
            playback.tick(0.1 / playback.rate().abs().max(1e-9));
            shown.push(playback.frame());
        }
        shown
    }

    #[test]
    fn a_loop_shows_each_frame_once_a_round() {
        let mut playback = within(LoopMode::Loop, 2, 4);
        assert_eq!(frames(&mut playback, 7), [2, 3, 4, 2, 3, 4, 2, 3]);
    }

    #[test]
    fn a_loop_runs_backwards_through_the_first_frame() {
        let mut playback = playback(LoopMode::Loop);
        playback.set_rate(-1.0);
        assert_eq!(frames(&mut playback, 3), [0, 9, 8, 7]);
    }

    #[test]
    fn ping_pong_shows_each_end_once() {
        let mut playback = within(LoopMode::PingPong, 3, 6);
        assert_eq!(frames(&mut playback, 10), [3, 4, 5, 6, 5, 4, 3, 4, 5, 6, 5]);
    }

    #[test]
    fn ping_pong_runs_backwards_first_where_the_rate_says_so() {
        let mut playback = playback(LoopMode::PingPong);
        playback.seek(2);
        playback.set_rate(-2.0);
        assert_eq!(frames(&mut playback, 5), [2, 1, 0, 1, 2, 3]);
    }

    #[test]
    fn once_stops_on_the_last_frame_and_starts_again_from_the_first() {
        let mut playback = playback(LoopMode::Once);
        playback.set_range_out(Some(3));
        assert_eq!(frames(&mut playback, 5), [0, 1, 2, 3, 3, 3]);
        assert!(!playback.is_playing());
        playback.play();
        assert_eq!((playback.frame(), playback.is_playing()), (0, true));
    }

    #[test]
    fn once_stops_backwards_on_the_first_frame_of_the_range() {
        let mut playback = playback(LoopMode::Once);
        playback.set_range_in(Some(4));
        playback.seek(6);
        playback.play_towards(Direction::Backwards);
        assert_eq!(frames(&mut playback, 4), [6, 5, 4, 4, 4]);
        assert!(!playback.is_playing());
    }

    #[test]
    fn a_slow_display_drops_frames_and_keeps_time() {
        let mut playback = Playback::new(10_000, 1.0 / 120.0);
        playback.play();
        for _ in 0..10 {
            playback.tick(0.25);
        }
        assert_eq!(playback.frame(), 300);
    }

    #[test]
    fn a_chosen_rate_plays_so_many_frames_a_second_times_the_speed() {
        let mut playback = Playback::new(10_000, 1.0 / 120.0);
        playback.set_fps(Some(24.0));
        playback.play();
        for _ in 0..100 {
            playback.tick(0.1);
        }
        assert_eq!(playback.frame(), 240, "ten seconds at 24");
        playback.set_rate(0.5);
        playback.tick(10.0);
        assert_eq!(playback.frame(), 360);
        assert!((playback.until_next_frame().unwrap() - 0.5 / 12.0).abs() < 1e-9);
        playback.set_fps(Some(29.97));
        assert_eq!(playback.fps(), 30_000.0 / 1001.0);
        // The take's own time is none of its business, and another take is played at it as well.
        playback.refit(500, 0.01, |at| at);
        assert_eq!(playback.fps(), 30_000.0 / 1001.0);
        for (wrong, fps) in [(f64::NAN, 30_000.0 / 1001.0), (0.0, 0.1), (1e9, 1000.0)] {
            playback.set_fps(Some(wrong));
            assert_eq!(playback.fps(), fps, "{wrong}");
        }
        playback.set_fps(None);
        assert_eq!(playback.fps(), 100.0);
    }

    #[test]
    fn a_display_that_is_a_little_early_or_late_shows_the_same_frames() {
        let mut playback = Playback::new(1000, 0.01);
        playback.play();
        for i in 1..=100usize {
            playback.tick(if i % 2 == 0 { 0.0104 } else { 0.0096 });
            assert_eq!(playback.frame(), i);
        }
    }

    #[test]
    fn stepping_pauses_and_stays_inside_the_take() {
        let mut playback = playback(LoopMode::Loop);
        playback.seek(8);
        playback.step(1);
        assert_eq!((playback.frame(), playback.is_playing()), (9, false));
        playback.step(5);
        assert_eq!(playback.frame(), 9);
        playback.step(i64::MIN);
        assert_eq!(playback.frame(), 0);
    }

    #[test]
    fn home_and_end_go_to_the_range_first_and_then_to_the_take() {
        let mut playback = within(LoopMode::Loop, 3, 5);
        playback.seek(4);
        let first: fn(&mut Playback) = Playback::go_to_first;
        let last: fn(&mut Playback) = Playback::go_to_last;
        for (go, frame) in [(first, 3), (first, 0), (last, 5), (last, 9)] {
            go(&mut playback);
            assert_eq!(playback.frame(), frame);
        }
    }

    #[test]
    fn shuttle_doubles_up_to_the_fastest_and_a_pause_forgets_it() {
        let mut playback = playback(LoopMode::Loop);
        playback.pause();
        for rate in [1.0, 2.0, 4.0, 8.0, 8.0] {
            playback.shuttle(Direction::Forwards);
            assert_eq!(playback.rate(), rate);
        }
        playback.shuttle(Direction::Backwards);
        assert_eq!(playback.rate(), -1.0);
        playback.pause();
        playback.play();
        assert_eq!(playback.rate(), 1.0);
    }

    #[test]
    fn rates_are_bounded_and_climb_a_ladder() {
        let mut playback = playback(LoopMode::Loop);
        playback.set_rate(-100.0);
        assert_eq!(playback.rate(), -8.0);
        playback.set_rate(f64::NAN);
        assert_eq!(playback.rate(), -8.0);
        playback.set_rate(0.3);
        playback.change_speed(true);
        assert_eq!(playback.rate(), 0.5);
        playback.change_speed(false);
        playback.change_speed(false);
        assert_eq!(playback.rate(), 0.1);
    }

    #[test]
    fn setting_one_end_of_the_range_beyond_the_other_clears_the_other() {
        let mut playback = playback(LoopMode::Loop);
        playback.set_range_out(Some(4));
        playback.set_range_in(Some(6));
        assert_eq!(playback.range(), 6..=9);
        playback.set_range_out(Some(2));
        assert_eq!(playback.range(), 0..=2);
        playback.turn_range_on(false);
        assert_eq!(playback.range(), 0..=9);
    }

    #[test]
    fn playing_from_outside_of_the_range_starts_at_its_beginning() {
        let mut playback = playback(LoopMode::Loop);
        playback.pause();
        playback.set_range_in(Some(5));
        playback.play();
        assert_eq!(playback.frame(), 5);
    }

    #[test]
    fn a_take_of_one_frame_never_moves() {
        for mode in LoopMode::ALL {
            let mut playback = Playback::new(0, 0.1);
            playback.set_loop_mode(mode);
            playback.play();
            playback.tick(123.4);
            assert_eq!(playback.frame(), 0);
            assert_eq!(playback.until_next_frame(), None);
        }
    }

    #[test]
    fn a_range_of_one_frame_is_shown_and_wakes_nobody() {
        for mode in LoopMode::ALL {
            let mut playback = within(mode, 4, 4);
            playback.tick(0.07);
            assert_eq!(playback.frame(), 4);
            assert_eq!(playback.until_next_frame(), None, "{mode:?}");
        }
    }

    #[test]
    fn playing_comes_back_into_the_range_at_its_near_end() {
        for mode in LoopMode::ALL {
            let mut playback = within(mode, 5, 8);
            playback.seek(1);
            playback.tick(0.1);
            assert_eq!(playback.frame(), 6, "{mode:?}");
        }
    }

    #[test]
    fn reaching_the_end_is_told_even_where_the_frame_stays() {
        let mut playback = playback(LoopMode::Once);
        playback.seek(9);
        assert!(playback.tick(0.01));
        assert!(!playback.is_playing());
    }

    #[test]
    fn a_change_of_speed_does_not_outlive_the_direction_of_a_shuttle() {
        let mut playback = playback(LoopMode::Loop);
        playback.play_towards(Direction::Backwards);
        playback.change_speed(true);
        assert_eq!(playback.rate(), -2.0);
        playback.pause();
        playback.play();
        assert_eq!(playback.rate(), 2.0);
    }

    #[test]
    fn a_moment_lies_between_its_frames() {
        let mut playback = playback(LoopMode::Loop);
        playback.tick(0.325);
        let moment = playback.moment();
        assert_eq!((moment.frame, moment.next), (3, 4));
        assert!((moment.t - 0.25).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn the_playhead_never_leaves_the_range(
            count in 1usize..50,
            mode in 0usize..3,
            ends in (0usize..50, 0usize..50),
            steps in proptest::collection::vec((-9.0f64..9.0, 0.0f64..3.0), 1..40),
        ) {
            let mut playback = Playback::new(count, 0.02);
            playback.set_loop_mode(LoopMode::ALL[mode]);
            playback.set_range_in(Some(ends.0));
            playback.set_range_out(Some(ends.1));
            for (rate, dt) in steps {
                playback.set_rate(rate);
                playback.play();
                playback.tick(dt);
                prop_assert!(playback.range().contains(&playback.frame()));
                prop_assert!(playback.moment().next < count);
            }
        }

        #[test]
        fn the_next_frame_shows_when_it_was_foretold(
            mode in 0usize..3, start in 0usize..10, rate in -8.0f64..8.0, early in 0.0f64..0.999,
        ) {
            let mut playback = playback(LoopMode::ALL[mode]);
            playback.seek(start);
            playback.set_rate(rate);
            playback.play();
            let frame = playback.frame();
            if let Some(seconds) = playback.until_next_frame() {
                let mut not_yet = playback.clone();
                not_yet.tick(seconds * early);
                prop_assert_eq!(not_yet.frame(), frame);
                playback.tick(seconds * 1.001 + 1e-9);
                let turns = mode != 0 && (start == 0 || start == 9);
                prop_assert!(turns || playback.frame() != frame);
            }
        }
    }
}
