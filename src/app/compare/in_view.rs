//! How compared takes are seen: the cells of the view, one for all takes or one for each of those that stand side by
//! side, and the colours of differences.

use glam::{Vec2, Vec3};

use crate::app::takes::take_colours::{HUES, hue_in};
use crate::app::{
    compare::compared::ComparisonResult, ids::TakeId, state::State, takes::open_take::OpenTake,
};
use crate::options::{CompareMode, OutsideFrames};
use crate::scene::{Rgba, heat_colour};
use crate::take::{BoneEnd, NodeId};

impl State {
    /// The takes that have a cell of their own, from left to right; none where one cell has all.
    pub fn cells(&self) -> Vec<TakeId> {
        self.session.side_by_side()
    }

    pub fn cell_count(&self) -> usize {
        self.cells().len().max(1)
    }

    pub fn cell_size(&self, view: Vec2) -> Vec2 {
        Vec2::new(view.x / self.cell_count() as f32, view.y)
    }

    /// The upper left corner of a cell, in points from that of the view.
    pub fn cell_origin(&self, cell: usize) -> Vec2 {
        Vec2::new(self.view.size.x * cell as f32, 0.0)
    }

    pub fn cell_at(&self, point: Vec2) -> usize {
        ((point.x / self.view.size.x.max(1.0)) as usize).min(self.cell_count() - 1)
    }

    pub fn cell_of_active(&self) -> usize {
        self.session.takes.active_id().map_or(0, |id| self.cell_of(id))
    }

    pub(crate) fn cell_of(&self, id: TakeId) -> usize {
        self.cells().iter().position(|other| *other == id).unwrap_or(0)
    }

    /// Whether a take is seen in the view: it shows, and is not left out outside of its frames, nor for
    /// those that are compared.
    pub fn is_seen(&self, open: &OpenTake) -> bool {
        let session = &self.session;
        let hides = self.view.options.display.outside_frames == OutsideFrames::Hide;
        let shows = session.takes.is_shown(open) && !(hides && self.is_outside(open));
        match session.compare_mode() {
            CompareMode::Off | CompareMode::Overlay => shows,
            CompareMode::Difference => {
                shows && (session.takes.is_active(open.id) || session.is_reference(open.id))
            }
            CompareMode::AB => session.flicked() == Some(open.id),
            CompareMode::SideBySide => self.cells().contains(&open.id),
        }
    }

    pub(crate) fn seen_takes(&self, cell: usize) -> impl Iterator<Item = &OpenTake> {
        let own = self.cells().get(cell).copied();
        let in_cell = move |open: &OpenTake| own.is_none_or(|id| id == open.id);
        self.session.takes.iter().filter(move |open| in_cell(open) && self.is_seen(open))
    }

    /// The difference at which colours have reached the last one, in m, m/s or m/s².
    pub fn scale_end(&self) -> f64 {
        let worst = self.session.compared().map_or(0.0, |compared| compared.worst);
        self.session.compare.scale_end.unwrap_or(worst)
    }

    /// How a node of the active take differs from its counterpart on the frame that shows, in m, m/s or
    /// m/s².
    pub fn difference_at(&self, node: NodeId) -> Option<f32> {
        self.difference_in(self.session.compared()?, node)
    }

    fn difference_in(&self, compared: &ComparisonResult, node: NodeId) -> Option<f32> {
        compared.difference_at(node, usize::try_from(self.number()).ok()?)
    }

    /// Colours the parts of the active take by their differences: a bone by the larger one of its ends, so
    /// that no joint is hidden by another. What has none has the colour of thin lines.
    pub(crate) fn fill_difference(&self, open: &OpenTake, colours: &mut [Rgba]) {
        let palette = self.theme().palette();
        let Some(compared) = self.session.compared() else { return colours.fill(palette.wire) };
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
                Some(value) => heat_colour(palette, value / end),
                None => palette.wire,
            };
        }
    }

    /// The colour that tells a take from the active one, as an outline and where both are named: its own, or
    /// the first of those that tell takes apart.
    pub fn hue_beside(&self, open: &OpenTake) -> Rgba {
        open.hue(self.theme()).unwrap_or_else(|| hue_in(self.theme(), HUES[0]))
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
