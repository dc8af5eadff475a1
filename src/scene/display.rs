//! How figures are displayed: as sticks, octahedra or capsules, with what line widths, and with which ghosts (onion skin).

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DisplayStyle {
    /// Lines of one width on screen, with dots on the joints.
    #[default]
    Stick,
    /// Solids that show which way a bone goes and how it is turned about itself.
    Octahedra,
    Capsules,
}

impl DisplayStyle {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Stick, Self::Octahedra, Self::Capsules];

    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&style| style == self);
        Self::ALL[at.map_or(0, |at| (at + 1) % Self::ALL.len())]
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Stick => "Sticks",
            Self::Octahedra => "Octahedra",
            Self::Capsules => "Capsules",
        }
    }

    /// The word for it on the command line and in settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Octahedra => "octahedra",
            Self::Capsules => "capsules",
        }
    }
}

/// How thick lines are, in pixels from edge to edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureStyle {
    pub bone: f32,
    pub joint: f32,
    pub point: f32,
    /// Lines of boxes and meshes.
    pub wire: f32,
    /// The thinnest solid: what is far away is thicker than it should be, rather than gone.
    pub min_solid: f32,
    /// From a selected bone to the edge of its halo.
    pub halo: f32,
    pub ghost: f32,
    pub trail: f32,
    pub axis: f32,
}

impl FigureStyle {
    /// The style for a view of this height in pixels at `scale` pixels a point: figures keep their weight.
    pub fn for_view(height: f32, scale: f32) -> Self {
        let bone = (height / scale / 105.0).clamp(3.5, 9.0) * scale;
        Self {
            bone,
            joint: bone * 0.62,
            point: bone * 1.1,
            wire: 1.2 * scale,
            min_solid: 2.2 * scale,
            halo: 2.2 * scale,
            ghost: bone * 0.55,
            trail: (bone * 0.26).max(1.5 * scale),
            axis: (height / scale / 18.0).clamp(20.0, 46.0) * scale,
        }
    }
}

/// How many ghosts there are before and after the frame that shows, and how far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghosts {
    pub before: usize,
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

    /// The frames to draw around `frame`, in order of drawing, with the opacity of each: the farthest first, so that
    /// nearer ones lie over them. Frames before `first` and after `last` have no ghost.
    pub fn frames(
        self,
        frame: usize,
        first: usize,
        last: usize,
    ) -> impl Iterator<Item = (usize, f32)> {
        let step = self.step.max(1);
        let count = self.before.max(self.after);
        let [nearest, farthest] = Self::OPACITY;
        (1..=count).rev().flat_map(move |n| {
            let away = n.saturating_mul(step);
            let before = frame.checked_sub(away).filter(|_| n <= self.before);
            let after = frame.checked_add(away).filter(|_| n <= self.after);
            let far = (n - 1) as f32 / count.max(2).saturating_sub(1) as f32;
            let opacity = nearest + (farthest - nearest) * far;
            let in_range = move |at: &usize| (first..=last).contains(at);
            before.into_iter().chain(after).filter(in_range).map(move |at| (at, opacity))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_each_style_is_the_one_in_settings() {
        for style in DisplayStyle::ALL {
            assert_eq!(serde_json::to_string(&style).unwrap(), format!("\"{}\"", style.word()));
        }
    }

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
            ghosts.frames(frame, first, last).map(|(frame, _)| frame).collect()
        };
        assert_eq!(frames(15, 0, 30), [5, 25]);
        assert_eq!(frames(15, 6, 24), [0; 0]);
        assert_eq!(Ghosts { before: 0, after: 0, step: 0 }.frames(15, 0, 30).count(), 0);
        assert_eq!(Ghosts { before: 1, after: 1, step: usize::MAX }.frames(15, 0, 30).count(), 0);
    }
}
