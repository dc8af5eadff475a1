//! The figure or node that the camera follows, and how far it has gone with it.

use glam::Vec3;

use crate::app::ids::TakeId;
use crate::app::takes::open_take::OpenTake;
use crate::take::NodeId;

/// What the camera follows, and since when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Following {
    pub(crate) take: TakeId,
    /// The node; `None` for the whole figure.
    pub(crate) node: Option<NodeId>,
    /// Where it stood when that began.
    pub(crate) began: Vec3,
    /// How far the camera has gone with it since, where it was last seen.
    pub(crate) gone: Vec3,
}

impl Following {
    /// Follows a take or a node of it from where that is.
    pub fn from(open: &OpenTake, node: Option<NodeId>, began: Vec3) -> Self {
        Self { take: open.id, node, began, gone: Vec3::ZERO }
    }
}
