//! How the active take differs from the reference at the moment that shows.

use glam::Vec3;

use crate::app::compare::compared::Compared;
use crate::app::state::State;
use crate::app::takes::hues::{HUES, hue_in};
use crate::app::takes::open_take::OpenTake;
use crate::scene::{Rgba, heat};
use crate::take::{BoneEnd, NodeId};

impl State {
    /// The difference at which colours have reached the last one, in m, m/s or m/s².
    pub fn scale_end(&self) -> f64 {
        let worst = self.session.compared().map_or(0.0, |compared| compared.worst);
        self.session.compare.scale_end.unwrap_or(worst)
    }

    /// How a node of the active take differs from its counterpart on the frame that shows, in m, m/s or
    /// m/s².
    pub fn difference_at(&self, node: NodeId) -> Option<f32> {
        let compared = self.session.compared()?;
        self.difference_in(compared, node)
    }

    fn difference_in(&self, compared: &Compared, node: NodeId) -> Option<f32> {
        let number = usize::try_from(self.number()).ok()?;
        compared.at(node, number)
    }

    /// Colours the parts of the active take by their differences: a bone by the larger one of its ends, so
    /// that no joint is hidden by another. What has none has the colour of thin lines.
    pub(crate) fn fill_difference(&self, open: &OpenTake, colours: &mut [Rgba]) {
        let palette = self.theme().palette();
        let Some(compared) = self.session.compared() else {
            return colours.fill(palette.wire);
        };
        let end = self.scale_end().max(1e-9) as f32;
        let bones = open.take.skeleton.bones();
        for (part, colour) in colours.iter_mut().enumerate() {
            let far = bones.get(part).and_then(|bone| match bone.end {
                BoneEnd::Node(far) => Some(far),
                BoneEnd::Local(_) => None,
            });
            let ends = [Some(open.parts.node(part)), far].into_iter().flatten();
            let known = ends.filter_map(|node| self.difference_in(compared, node));
            *colour = match known.reduce(f32::max) {
                Some(value) => heat(palette, value / end),
                None => palette.wire,
            };
        }
    }

    /// The colour that tells a take from the active one, as an outline and where both are named: its own, or
    /// the first of those that tell takes apart.
    pub fn hue_beside(&self, open: &OpenTake) -> Rgba {
        let theme = self.theme();
        open.hue(theme).unwrap_or_else(|| hue_in(theme, HUES[0]))
    }

    /// Where the node that was selected last and its counterpart are in the world; `None` where one of them
    /// has no place.
    pub fn apart(&self) -> Option<[Vec3; 2]> {
        let (open, reference) = (self.take()?, self.session.reference()?);
        let node = open.primary()?;
        let other = self.session.compared()?.counterpart(node)?;
        let ends = [
            open.stage.world(open.pose.position(node)),
            self.session.stage_of(reference).world(reference.pose.position(other)),
        ];
        let are_there = ends.iter().all(|end| end.is_finite());
        // Outside of the active take there is nothing to compare.
        let compares = self.is_seen(reference) && !self.is_outside(open);
        (are_there && compares).then_some(ends)
    }
}
