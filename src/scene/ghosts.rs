//! The ghosts (onion skin): how many, on which frames, how opaque; `Figure` draws them.

use serde::{Deserialize, Serialize};

/// How many ghosts there are, and how far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghosts {
    /// How many of them before the frame that shows.
    pub before: usize,
    /// How many of them after it.
    pub after: usize,
    /// Frames from one to the next, at least 1.
    pub step: usize,
}

impl Default for Ghosts {
    fn default() -> Self {
        Self { before: 3, after: 3, step: 10 }
    }
}

impl Ghosts {
    /// The opacity of those next to the figure, and what is left of it for the farthest.
    const OPACITY: [f32; 2] = [0.29, 0.12];

    /// The frames to draw around `frame`, in order of drawing, with the opacity of each: the
    /// farthest first, so that nearer ones lie over them. Frames before `first` and after `last`
    /// have no ghost.
    pub fn frames(
        self,
        frame: usize,
        first: usize,
        last: usize,
    ) -> impl Iterator<Item = (usize, f32)> {
        let step = self.step.max(1);
        let most = self.before.max(self.after);
        let [nearest, farthest] = Self::OPACITY;
        (1..=most).rev().flat_map(move |n| {
            let away = n.saturating_mul(step);
            let before = frame
                .checked_sub(away)
                .filter(|&at| n <= self.before && (first..=last).contains(&at));
            let after = frame
                .checked_add(away)
                .filter(|&at| n <= self.after && (first..=last).contains(&at));
            let far = (n - 1) as f32 / most.max(2).saturating_sub(1) as f32;
            let opacity = nearest + (farthest - nearest) * far;
            before.into_iter().chain(after).map(move |at| (at, opacity))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ghosts_stand_on_both_sides_and_the_nearest_are_drawn_last_and_strongest() {
        let ghosts = Ghosts { before: 2, after: 3, step: 5 };
        let all: Vec<(usize, f32)> = ghosts.frames(50, 0, 99).collect();
        let frames: Vec<usize> = all.iter().map(|(frame, _)| *frame).collect();
        assert_eq!(frames, [65, 40, 60, 45, 55]);
        assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        assert!((all[0].1 - 0.12).abs() < 1e-6 && (all[4].1 - 0.29).abs() < 1e-6);
    }

    #[test]
    fn no_ghost_stands_outside_of_the_range() {
        let ghosts = Ghosts { before: 3, after: 3, step: 10 };
        let frames = |frame, first, last| -> Vec<usize> {
            let frames = ghosts.frames(frame, first, last);
            frames.map(|(frame, _)| frame).collect()
        };
        assert_eq!(frames(15, 0, 30), [5, 25]);
        assert_eq!(frames(15, 6, 24), [0; 0]);
        let none = Ghosts { before: 0, after: 0, step: 0 };
        assert_eq!(none.frames(15, 0, 30).count(), 0);
        let endless = Ghosts { before: 1, after: 1, step: usize::MAX };
        assert_eq!(endless.frames(15, 0, 30).count(), 0);
    }
}
