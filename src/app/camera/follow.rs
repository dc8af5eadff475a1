//! How the camera follows a figure or a node.

use glam::Vec3;

use crate::app::camera::Following;
use crate::app::{OpenTake, SceneView, Session};
use crate::evaluate::Pose;
use crate::take::NodeId;

/// The take that is followed where following is on: the active one, or the first that shows where that is
/// hidden. `None` where none shows.
fn followed_take(session: &Session) -> Option<&OpenTake> {
    let active = session.takes.active();
    let active = active.filter(|open| session.takes.is_shown(open));
    active.or_else(|| session.takes.shown().next())
}

/// Where a figure or a node of it is in a pose, worked out in this memory.
fn place_of(
    open: &OpenTake,
    pose: &Pose,
    node: Option<NodeId>,
    memory: &mut Vec<Vec3>,
) -> Option<Vec3> {
    match node {
        // A newer reading of the file may have fewer nodes.
        Some(node) if node.index() < open.take.skeleton.nodes().len() => {
            let at = open.stage.world(pose.position(node));
            at.is_finite().then_some(at)
        }
        Some(_) => None,
        None => open.stage.body_position(&open.take, pose, memory),
    }
}

impl SceneView {
    /// Where the figure is that is followed, or part of which is, in the prepared pose.
    pub(crate) fn followed_figure(&self, session: &Session) -> Option<Vec3> {
        self.following?;
        let open = followed_take(session)?;
        place_of(open, &open.pose, None, &mut Vec::new())
    }

    /// Follows a figure, or a node of the active one, from where it is in the prepared pose; nothing where
    /// it is not seen.
    pub(crate) fn begin_following(&mut self, node: Option<NodeId>, session: &Session) {
        let open = match node {
            Some(_) => session.takes.active(),
            None => followed_take(session),
        };
        self.following = open.and_then(|open| {
            let began = place_of(open, &open.pose, node, &mut Vec::new())?;
            Some(Following::from(open, node, began))
        });
    }

    /// Follows a figure from where it is in a pose; `fallback` is where it is held to be while it is not
    /// seen.
    pub(crate) fn follow_take(&mut self, open: &OpenTake, pose: &Pose, fallback: Option<Vec3>) {
        let place = place_of(open, pose, None, &mut Vec::new()).or(fallback);
        self.following = place.map(|began| Following::from(open, None, began));
    }

    /// Follows what was followed so far, from where it is now.
    pub(crate) fn follow_from_here(&mut self, session: &Session) {
        if let Some(following) = self.following {
            self.begin_following(following.node, session);
        }
    }

    /// Goes along with what is followed, to where it is in the prepared pose. While none of it is seen, the
    /// camera waits where it was; a take that is hidden, and another one that becomes active, is followed by
    /// the next from where that stands, without a jump.
    pub(crate) fn update_following(&mut self, session: &Session) {
        let (Some(mut following), Some(open)) = (self.following, followed_take(session)) else {
            return;
        };
        let is_other = open.id != following.take;
        let node = following.node.filter(|_| !is_other);
        let Some(now) = place_of(open, &open.pose, node, &mut self.places) else {
            return;
        };
        if is_other {
            self.settle(following.gone);
            following = Following::from(open, node, now);
        }
        let way = now - following.began;
        following.gone = match node {
            Some(_) => way,
            None => open.stage.follow_offset(way),
        };
        self.following = Some(following);
    }

    pub(crate) fn gone_along(&self) -> Vec3 {
        self.following.map_or(Vec3::ZERO, |following| following.gone)
    }
}
