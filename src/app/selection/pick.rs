//! Picking in the view, and where nodes show in it.

use glam::{Vec2, Vec3};

use crate::app::{State, TakeId};
use crate::options::ViewToggle;
use crate::scene::{PickHit, pick};
use crate::take::NodeId;

impl State {
    /// The take and the node whose bone or point is under a point of the view, in points from its
    /// upper left corner.
    pub fn node_at(&self, pointer: Vec2) -> Option<(TakeId, NodeId)> {
        /// How far from a bone a click still means it, in points.
        const REACH: f32 = 9.0;
        let mut best: Option<(TakeId, PickHit)> = None;
        let cell = self.cell_at(pointer);
        let pointer = pointer - self.cell_origin(cell);
        for open in self.seen_takes(cell) {
            let figure = self.figure(open, &[]);
            let picked = pick(&figure, &self.view.shown, pointer, self.view.size, REACH);
            let is_better = |picked: &PickHit| best.is_none_or(|(_, other)| picked.beats(&other));
            if let Some(picked) = picked.filter(is_better) {
                best = Some((open.id, picked));
            }
        }
        best.map(|(id, picked)| (id, picked.node))
    }

    /// Where a node of the active take shows, in points from the view's upper left corner.
    pub fn node_in_view(&self, node: NodeId) -> Option<Vec2> {
        let open = self.take()?;
        self.point_in_view(open.stage.world(open.pose.position(node)))
    }

    /// Where the first bone of a node that has a length shows, in points from the view's upper left corner.
    pub fn bone_in_view(&self, node: NodeId) -> Option<[Vec2; 2]> {
        let mut ends = self.ends_in_view(Some(node));
        ends.find(|[from, to]| from.distance(*to) >= 1.0)
    }

    /// Where the bones of the active take show that are not hidden, in points from the view's upper left corner.
    pub fn bones_in_view(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.ends_in_view(None)
    }

    /// Where bones show: those of one node, or all that are not hidden.
    fn ends_in_view(&self, of: Option<NodeId>) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        let open = self.take().into_iter();
        open.flat_map(move |open| {
            let bones = open.take.skeleton.bones().iter();
            let secondary = self.is_on(ViewToggle::Secondary);
            let bones = bones.filter(move |bone| match of {
                Some(node) => bone.node == node,
                None => {
                    let shows = secondary || !open.take.skeleton.is_secondary(bone);
                    shows && !open.edits.hidden[bone.node.index()]
                }
            });
            bones.filter_map(|bone| {
                let from = open.pose.position(bone.node);
                let to = open.pose.bone_end(bone.node, bone.end);
                let [from, to] = [from, to].map(|end| self.point_in_view(open.stage.world(end)));
                Some([from?, to?])
            })
        })
    }

    /// Where a point of the world shows beside the active take, in points from the view's upper left corner.
    pub fn point_in_view(&self, point: Vec3) -> Option<Vec2> {
        self.point_in_cell(self.cell_of_active(), point)
    }

    /// Where a point of the world shows in a cell of the view, in points from the view's upper left corner.
    pub(crate) fn point_in_cell(&self, cell: usize, point: Vec3) -> Option<Vec2> {
        let at = self.view.shown.project(point, self.view.aspect())?;
        Some(Vec2::new(at.x, 1.0 - at.y) * self.view.size + self.cell_origin(cell))
    }
}
