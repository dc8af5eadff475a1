//! Jumps of a signal from one frame to the next, told apart from fast motion.
//!
//! The measure is the third difference, which is half the jerk over a frame: how far the step to a frame
//! is from the mean of the steps before and after it. A smooth motion has little of it at any speed, and
//! less with the cube of the rate. A jump has to exceed
//! * a smallest size, and what the greatest jerk of a body makes of one frame at this rate;
//! * some times the robust spread of the signal: 1.4826 × the median of the measure, which is the median absolute
//!   deviation of something whose middle is 0 (Iglewicz and Hoaglin, *How to Detect and Handle Outliers*, 1993);
//! * the steps around it, so that no kick, and no foot that strikes the ground, is one;
//! * some times the middle of the measure close by, so that a restless moment has none.

use glam::Vec4;

use super::subject::finite_median;

pub(super) struct JumpLimits {
    /// A smallest measure, in the unit of the signal.
    pub size: f32,
    /// How many times the robust spread of the signal.
    pub of_spread: f32,
}

/// A jump, or a way off and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Jump {
    /// The first frame that is off.
    pub first: usize,
    /// The last one; of a jump that stays, the first.
    pub last: usize,
    pub comes_back: bool,
    /// How far it is off, and how far it might have been, in the unit of the signal.
    pub size: f32,
    pub limit: f32,
}

/// A step that is too far from its neighbours.
#[derive(Clone, Copy)]
struct Outlier {
    /// The frame that it leads to.
    frame: usize,
    measure: f32,
    limit: f32,
    way: Vec4,
}

/// The jumps of a signal, in the order of frames. `brief` is how many frames a way off lasts at most that
/// is a pop, `held` how many at most that is one rectangular step.
pub(super) fn jumps(values: &[Vec4], limits: &JumpLimits, brief: usize, held: usize) -> Vec<Jump> {
    let outliers = outliers(values, limits);
    let mut jumps = Vec::new();
    let mut rest = outliers.as_slice();
    while let [start, behind @ ..] = rest {
        // Back at the next outlier that goes the other way.
        // Who is elsewhere on the first frame alone has not gone away behind it.
        let near =
            behind.iter().take_while(|end| start.frame > 1 && end.frame - start.frame <= held);
        let back = near.map(|end| end.way).position(|way| {
            let shorter = start.way.length().min(way.length());
            start.way.dot(way) < 0.0 && (start.way + way).length() < 0.5 * shorter
        });
        let mut jump = Jump {
            first: start.frame,
            last: start.frame,
            comes_back: false,
            size: start.measure,
            limit: start.limit,
        };
        rest = behind;
        if let Some(at) = back {
            let end = behind[at];
            // Both steps of a single frame count in the measure of each other.
            let share = if end.frame == start.frame + 1 { 1.5 } else { 1.0 };
            jump.last = end.frame - 1;
            jump.comes_back = end.frame - start.frame <= brief;
            jump.size = start.measure.max(end.measure) / share;
            jump.limit = start.limit.min(end.limit) / share;
            rest = &behind[at + 1..];
        }
        jumps.push(jump);
    }
    jumps
}

/// The steps that are too far from their neighbours, in the order of frames.
fn outliers(values: &[Vec4], limits: &JumpLimits) -> Vec<Outlier> {
    /// Neighbours whose steps count, on each side.
    const AROUND: usize = 3;
    /// How many frames on each side the window around a jump has.
    const WINDOW: usize = 12;
    /// A jump exceeds the middle of the window around it by so much.
    const OF_WINDOW: f32 = 6.0;
    let count = values.len();
    let step = |to: usize| values[to] - values[to - 1];
    if count < 5 {
        return Vec::new();
    }
    // The first step and the last one have a single neighbour.
    let way = |to: usize| match to {
        1 => step(1) - step(2),
        to if to + 1 == count => step(to) - step(to - 1),
        to => step(to) - (step(to - 1) + step(to + 1)) * 0.5,
    };
    let measures: Vec<f32> = (1..count).map(|to| way(to).length()).collect();
    let spread = finite_median(measures.iter().copied()).map_or(0.0, |middle| 1.4826 * middle);
    let least = limits.size.max(limits.of_spread * spread);
    let mut found: Vec<Outlier> = Vec::new();
    for (i, &measure) in measures.iter().enumerate().filter(|(_, measure)| **measure > least) {
        let frame = i + 1;
        // The second longest step around: one may be the way back.
        let from = frame.saturating_sub(AROUND).max(1);
        let mut longest = [0.0f32; 2];
        for to in (from..=(frame + AROUND).min(count - 1)).filter(|to| *to != frame) {
            let length = step(to).length();
            if length > longest[0] {
                longest = [length, longest[0]];
            } else if length > longest[1] {
                longest[1] = length;
            }
        }
        let window = &measures[i.saturating_sub(WINDOW)..(i + WINDOW + 1).min(measures.len())];
        let usual = finite_median(window.iter().copied()).unwrap_or(0.0) * OF_WINDOW;
        let limit = least.max(longest[1]).max(usual);
        if measure > limit {
            found.push(Outlier { frame, measure, limit, way: way(frame) });
        }
    }
    // The steps beside a jump are half as far from their neighbours as it is.
    let is_highest = |i: usize| {
        let near = found[i.saturating_sub(2)..found.len().min(i + 3)].iter();
        let near = near.filter(|other| other.frame.abs_diff(found[i].frame) <= 2);
        found[i].measure > 0.7 * near.map(|other| other.measure).fold(0.0, f32::max)
    };
    (0..found.len()).filter(|&i| is_highest(i)).map(|i| found[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: JumpLimits = JumpLimits { size: 0.01, of_spread: 10.0 };

    /// A motion of 1 m at 0.8 Hz, at 60 frames a second, with something added to some frames.
    fn jumps_with(add: impl Fn(usize) -> f32) -> Vec<Jump> {
        let place = |frame: usize| (frame as f32 / 60.0 * 5.0).sin() + add(frame);
        let values: Vec<Vec4> = (0..300).map(|frame| Vec4::X * place(frame)).collect();
        jumps(&values, &LIMITS, 6, 60)
    }

    #[test]
    fn motion_kicks_and_stops_are_no_jumps() {
        assert_eq!(jumps_with(|_| 0.0), []);
        let stops = |frame: usize| {
            if frame < 150 { frame as f32 * 0.1 } else { 15.0 }
        };
        assert_eq!(jumps_with(stops), []);
        let kick =
            |frame: usize| [0.0, 0.1, 0.3, 0.4, 0.3, 0.1][frame.saturating_sub(99).min(5) % 6];
        assert_eq!(jumps_with(|frame| if frame < 105 { kick(frame) } else { 0.0 }), []);
    }

    #[test]
    fn a_frame_that_is_off_a_pulse_and_a_jump_are_told_apart() {
        let one = |first: usize, last: usize| {
            let [jump] =
                jumps_with(|frame| if (first..=last).contains(&frame) { 0.2 } else { 0.0 })[..]
            else {
                panic!("one jump at {first}");
            };
            assert!((jump.size - 0.2).abs() < 0.02, "{jump:?}");
            (jump.first, jump.last, jump.comes_back)
        };
        assert_eq!(one(100, 100), (100, 100, true));
        assert_eq!(one(100, 102), (100, 102, true));
        assert_eq!(one(100, 130), (100, 130, false));
        assert_eq!(one(100, 299), (100, 100, false));
    }

    #[test]
    fn gaps_and_short_signals_have_no_jumps() {
        assert_eq!(jumps(&[], &LIMITS, 6, 60), []);
        assert_eq!(jumps(&[Vec4::ZERO, Vec4::X, Vec4::ZERO], &LIMITS, 6, 60), []);
        assert_eq!(jumps_with(|frame| if frame % 50 < 20 { f32::NAN } else { 0.0 }), []);
    }
}
