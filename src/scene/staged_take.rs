//! A take on its stage, with what its figure is drawn of: everything that pictures of its frames share.

use glam::Vec3;

use super::display::DisplayStyle;
use super::figure::Figure;
use super::parts::Parts;
use super::root_offsets::root_offsets;
use super::scheme::Scheme;
use super::stage::{Bounds, Stage};
use super::theme_colours::{Rgba, ThemeColours};
use crate::evaluate::Pose;
use crate::take::Take;

/// A take to be drawn frame by frame where nobody selects, hides or colours anything.
pub struct StagedTake<'a> {
    pub take: &'a Take,
    pub stage: Stage,
    pub parts: Parts,
    pub colours: Vec<Rgba>,
    hidden: Vec<bool>,
    pose: Pose,
}

impl<'a> StagedTake<'a> {
    /// A take that is coloured by the sides of the body.
    pub fn new(take: &'a Take, stage: Stage, palette: &ThemeColours) -> Self {
        let parts = Parts::new(take);
        Self {
            take,
            stage,
            colours: Scheme::default_for(&parts).colours(&parts, palette, &[]),
            parts,
            hidden: root_offsets(&take.skeleton),
            pose: Pose::default(),
        }
    }

    /// The box of the figure over some frames, in the world: one camera serves pictures of all of them.
    pub fn bounds_over(&mut self, frames: impl IntoIterator<Item = usize>) -> Bounds {
        let all = frames.into_iter().map(|frame| {
            self.pose.evaluate(&self.take.skeleton, self.take.row(frame));
            self.stage.bounds_of(self.take, &self.pose, frame)
        });
        all.fold(Bounds::EMPTY, Bounds::union)
    }

    /// Where the figure is on a frame, in the world; `None` where it is nowhere.
    pub fn body_position(&mut self, frame: usize) -> Option<Vec3> {
        self.pose.evaluate(&self.take.skeleton, self.take.row(frame));
        self.stage.body_position(self.take, &self.pose, &mut Vec::new())
    }

    /// The figure on a frame: a stick figure with its meshes.
    pub fn figure(&mut self, frame: usize) -> Figure<'_> {
        self.pose.evaluate(&self.take.skeleton, self.take.row(frame));
        Figure {
            take: self.take,
            stage: &self.stage,
            pose: &self.pose,
            frame,
            parts: &self.parts,
            colours: &self.colours,
            hidden: &self.hidden,
            secondary: true,
            selected: &[],
            display: DisplayStyle::Stick,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: false,
            meshes: true,
        }
    }
}
