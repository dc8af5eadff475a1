//! The camera that follows a figure, or a node of it.

use glam::Vec3;

use super::State;
use crate::take::NodeId;

/// What the camera follows, and since when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following {
    /// The take, by its id.
    take: u64,
    /// The node; `None` for the whole figure.
    node: Option<NodeId>,
    /// Where it stood when that began.
    began: Vec3,
    /// How far the camera has gone with it since, where it was last seen.
    pub(super) gone: Vec3,
}

/// How far a figure's hips go up and down while it walks or runs, in parts of its height: the camera
/// keeps still over that, and goes along with what is beyond it.
const BOB: f32 = 0.09;

impl State {
    /// The take that is followed where following is on: the active one, or the first that shows where
    /// that is hidden. `None` where none shows.
    fn followed_take(&self) -> Option<usize> {
        match self.is_shown(self.active) {
            true => Some(self.active),
            false => self.shown_takes().next().map(|(index, _)| index),
        }
    }

    /// Where a figure or a node of it is in the prepared pose, worked out in this memory.
    fn place_of(&self, take: usize, node: Option<NodeId>, memory: &mut Vec<Vec3>) -> Option<Vec3> {
        let open = self.takes.get(take)?;
        match node {
            Some(node) => {
                let at = open.stage.world(open.pose.position(node));
                at.is_finite().then_some(at)
            }
            None => open.stage.body_place(&open.take, &open.pose, memory),
        }
    }

    /// Where the figure is that is followed, or part of which is, in the prepared pose.
    pub(super) fn followed_figure(&self) -> Option<Vec3> {
        self.follow?;
        self.place_of(self.followed_take()?, None, &mut Vec::new())
    }

    /// Follows a figure, or a node of the active one, from where it is in the prepared pose; `fallback` is
    /// where it is held to be while it is not seen, and without that nothing is followed then.
    pub(super) fn begin_following(&mut self, node: Option<NodeId>, fallback: Option<Vec3>) {
        let index = match node {
            Some(_) => Some(self.active),
            None => self.followed_take(),
        };
        self.follow = index.and_then(|index| {
            let place = self.place_of(index, node, &mut Vec::new());
            Some(Following {
                take: self.takes.get(index)?.id,
                node,
                began: place.or(fallback)?,
                gone: Vec3::ZERO,
            })
        });
    }

    /// Follows what was followed so far, from where it is now.
    pub(super) fn follow_from_here(&mut self) {
        if let Some(following) = self.follow {
            self.begin_following(following.node, None);
        }
    }

    /// Goes along with what is followed, to where it is in the prepared pose. While none of it is seen, the
    /// camera waits where it was; a take that is hidden, and another one that becomes active, is followed by
    /// the next from where that stands, without a jump.
    pub(super) fn go_along(&mut self) {
        let (Some(mut following), Some(index)) = (self.follow, self.followed_take()) else {
            return;
        };
        let is_other = self.takes[index].id != following.take;
        let node = following.node.filter(|_| !is_other);
        let mut memory = std::mem::take(&mut self.places);
        let place = self.place_of(index, node, &mut memory);
        self.places = memory;
        let Some(now) = place else { return };
        if is_other {
            self.settle(following.gone);
            following = Following {
                take: self.takes[index].id,
                node,
                began: now,
                gone: Vec3::ZERO,
            };
        }
        let way = now - following.began;
        let still = match node {
            Some(_) => 0.0,
            None => BOB * self.takes[index].stage.first.size().y,
        };
        following.gone = way.with_y(way.y - way.y.clamp(-still, still));
        self.follow = Some(following);
    }

    /// How far the camera has gone along with what it follows.
    pub(super) fn gone_along(&self) -> Vec3 {
        self.follow.map_or(Vec3::ZERO, |following| following.gone)
    }
}
