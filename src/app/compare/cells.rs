//! The cells of the view: one for all takes, or one for each of those that stand side by side.

use glam::Vec2;

use crate::app::ids::TakeId;
use crate::app::state::State;
use crate::app::takes::open_take::OpenTake;
use crate::options::{CompareMode, OutsideFrames};

impl State {
    /// The takes that have a cell of their own, from left to right; none where one cell has all.
    pub fn cells(&self) -> Vec<TakeId> {
        self.session.side_by_side()
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.cells().len().max(1)
    }

    /// The size of a cell in a view of a size, in points.
    pub fn cell_size(&self, view: Vec2) -> Vec2 {
        Vec2::new(view.x / self.cell_count() as f32, view.y)
    }

    /// The upper left corner of a cell, in points from that of the view.
    pub fn cell_origin(&self, cell: usize) -> Vec2 {
        Vec2::new(self.view.size.x * cell as f32, 0.0)
    }

    /// The cell at a point of the view.
    pub fn cell_at(&self, point: Vec2) -> usize {
        let cell = (point.x / self.view.size.x.max(1.0)) as usize;
        cell.min(self.cell_count() - 1)
    }

    /// The cell that the active take is in.
    pub fn cell_of_active(&self) -> usize {
        let active = self.session.takes.active_id();
        active.map_or(0, |id| self.cell_of(id))
    }

    /// The cell that a take is in.
    pub(crate) fn cell_of(&self, id: TakeId) -> usize {
        let cell = self.cells().iter().position(|other| *other == id);
        cell.unwrap_or(0)
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

    /// The takes that are seen in a cell of the view.
    pub(crate) fn seen_takes(&self, cell: usize) -> impl Iterator<Item = &OpenTake> {
        let own = self.cells().get(cell).copied();
        let takes = self.session.takes.iter();
        takes.filter(move |open| own.is_none_or(|id| id == open.id) && self.is_seen(open))
    }
}
