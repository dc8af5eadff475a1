//! The scale of the timeline: frames to pixels and back, and the steps of the ruler.

use std::ops::RangeInclusive;

use egui::Rangef;

use crate::app::Timeline;

/// From frames of the timeline to places in the window, and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Where the part that is looked at begins and ends, in points.
    pub x: Rangef,
    /// Its first and last frame; places between frames are part of it.
    pub span: [f64; 2],
    last: usize,
}

impl Scale {
    /// Shows a part of the timeline between two places; `None` shows all of it.
    pub fn new(x: Rangef, timeline: &Timeline, span: Option<[f64; 2]>) -> Self {
        let last = timeline.last();
        // A single frame is at the left.
        Self { x, span: span.unwrap_or([0.0, last.max(1) as f64]), last }
    }

    fn length(self) -> f64 {
        (self.span[1] - self.span[0]).max(1e-9)
    }

    /// How many frames a point is wide.
    pub fn frames_a_point(self) -> f64 {
        self.length() / f64::from(self.x.span().max(1.0))
    }

    /// Where a frame is, or a place between two.
    pub fn x(self, frame: f64) -> f32 {
        self.x.min + ((frame - self.span[0]) / self.frames_a_point()) as f32
    }

    /// What is at a place, in frames, also beyond both ends.
    pub fn place(self, x: f32) -> f64 {
        self.span[0] + f64::from(x - self.x.min) * self.frames_a_point()
    }

    /// The frame at a place; beyond the ends, the last one that is in sight.
    pub fn frame(self, x: f32) -> usize {
        let last = self.last as f64;
        let first_seen = self.span[0].ceil().clamp(0.0, last);
        let last_seen = self.span[1].floor().clamp(first_seen, last);
        self.place(x).round().clamp(first_seen, last_seen) as usize
    }

    /// The frames between two places.
    pub fn frames(self, x: Rangef) -> RangeInclusive<i64> {
        let first = self.place(x.min).ceil().max(0.0);
        let last = self.place(x.max).floor().min(self.last as f64);
        first as i64..=last as i64
    }

    pub fn sees(self, frame: usize) -> bool {
        (self.span[0]..=self.span[1]).contains(&(frame as f64))
    }

    /// The part that is looked at after zooming by a factor, above 1 nearer; what is at `x` stays there.
    pub fn zoomed(self, x: f32, factor: f64) -> [f64; 2] {
        let at = self.place(self.x.clamp(x));
        self.span.map(|end| at + (end - at) / factor)
    }

    /// The part that is looked at after moving along by so many frames.
    pub fn moved(self, frames: f64) -> [f64; 2] {
        self.span.map(|end| end + frames)
    }

    /// The page that a frame is on which came into it at its left, or at its right.
    pub fn page(self, frame: usize, from_left: bool) -> [f64; 2] {
        let inside = self.length() * 0.04;
        let first =
            if from_left { frame as f64 - inside } else { frame as f64 + inside - self.length() };
        [first, first + self.length()]
    }
}

/// Of some things, the one that is nearest, by how far away each is.
pub fn nearest<T>(all: impl Iterator<Item = T>, away: impl Fn(&T) -> f32) -> Option<T> {
    all.min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Frames from one number on the ruler to the next: 1, 2 or 5 times a power of ten, and `least` or
/// more.
pub fn step(least: f64) -> i64 {
    let mut decade = 1i64;
    loop {
        for factor in [1, 2, 5] {
            if (factor * decade) as f64 >= least {
                return factor * decade;
            }
        }
        match decade.checked_mul(100) {
            Some(_) => decade *= 10,
            None => return decade,
        }
    }
}

/// Frames from one of the ruler's short lines to the next, which divide a step evenly and are `least`
/// or more; the step itself where none does.
pub fn fine_step(step: i64, least: f64) -> i64 {
    let parts = [10, 5, 4, 2].into_iter();
    let mut fine = parts.filter(|&part| step % part == 0).map(|p| step / p);
    fine.find(|&fine| fine as f64 >= least).unwrap_or(step)
}

/// The multiples of a step among these numbers.
pub fn multiples(numbers: RangeInclusive<i64>, step: i64) -> impl Iterator<Item = i64> {
    let (first, last) = numbers.into_inner();
    let first = first + (-first).rem_euclid(step);
    (first..=last).step_by(step.max(1) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of so many frames, or a part of them, over so many points.
    fn scale(last: usize, width: f32, span: Option<[f64; 2]>) -> Scale {
        let timeline = Timeline { count: last + 1, ..Timeline::default() };
        Scale::new(Rangef::new(16.0, 16.0 + width), &timeline, span)
    }

    #[test]
    fn a_frame_is_found_again_where_it_is_drawn() {
        for last in [0, 1, 2, 523, 4510, 1_000_000] {
            let scale = scale(last, 1200.0, None);
            let each = 1 + last / 50;
            for frame in (0..=last).step_by(each) {
                let found = scale.frame(scale.x(frame as f64));
                // A point may be wider than a frame.
                assert!(found.abs_diff(frame) <= each / 20, "{found}, not {frame}");
            }
            assert_eq!(scale.frame(-1e9), 0);
            assert_eq!(scale.frame(1e9), last);
        }
    }

    #[test]
    fn only_what_is_in_sight_is_found() {
        let scale = scale(1_000_000, 1000.0, Some([777_000.5, 777_010.5]));
        assert_eq!(scale.frame(-500.0), 777_001);
        assert_eq!(scale.frame(5000.0), 777_010);
        assert_eq!(scale.frame(scale.x(777_004.0) + 40.0), 777_004);
        assert_eq!(scale.frames(scale.x), 777_001..=777_010);
        assert!(scale.sees(777_001) && !scale.sees(777_000));
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let scale = scale(999, 1000.0, None);
        let x = scale.x(300.0);
        let nearer = super::Scale { span: scale.zoomed(x, 8.0), ..scale };
        assert!((nearer.place(x) - 300.0).abs() < 1e-3);
        assert!((nearer.frames_a_point() * 8.0 - scale.frames_a_point()).abs() < 1e-6);
    }

    #[test]
    fn a_page_begins_where_the_playhead_comes_in() {
        let scale = scale(999, 1000.0, Some([100.0, 200.0]));
        assert_eq!(scale.page(201, true), [197.0, 297.0]);
        assert_eq!(scale.page(99, false), [3.0, 103.0]);
    }

    #[test]
    fn numbers_on_the_ruler_are_round_and_far_enough_apart() {
        for (least, numbers, lines) in [
            (0.01, 1, 1),
            (1.0, 1, 1),
            (1.2, 2, 1),
            (4.0, 5, 1),
            (20.7, 50, 5),
            (81.0, 100, 10),
            (6_200.0, 10_000, 1000),
            (1e30, 100_000_000_000_000_000, 100_000_000_000_000_000),
        ] {
            assert_eq!(step(least), numbers, "{least}");
            assert_eq!(fine_step(numbers, least * 0.1), lines, "{least}");
        }
        assert_eq!(fine_step(50, 6.0), 10);
        assert_eq!(fine_step(20, 3.0), 4);
        assert_eq!(fine_step(50, 30.0), 50);
    }

    #[test]
    fn numbers_below_zero_are_multiples_too() {
        let found: Vec<i64> = multiples(-12..=11, 5).collect();
        assert_eq!(found, [-10, -5, 0, 5, 10]);
        let (first, last) = (3, 2);
        assert_eq!(multiples(first..=last, 1).count(), 0);
    }
}
