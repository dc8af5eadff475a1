//! Names of nodes in the view, as many as have room.

use egui::{Pos2, Rect, Ui, Vec2, vec2};

use crate::app::state::{Labels, State};
use crate::app::theme::{regular, semibold};
use crate::app::ui::names::cut_node;
use crate::take::NodeId;

/// Space between a name and the edge of what is behind it.
const MARGIN: Vec2 = vec2(8.0, 4.0);

/// The names of what is selected, and of all other nodes where these are asked for. A name that would
/// lie on another one is left out: those of the selection come first, then those that are near.
pub fn labels(ui: &Ui, rect: Rect, state: &State) {
    let Some(open) = state.take() else { return };
    if state.labels == Labels::Off || !state.is_seen(state.active) {
        return;
    }
    let mut taken: Vec<Rect> = Vec::new();
    for &node in open.selected.iter().rev() {
        label(ui, rect, state, node, true, &mut taken);
    }
    if state.labels != Labels::All {
        return;
    }
    let depth = |node: NodeId| {
        state
            .shown
            .depth(open.stage.world(open.pose.position(node)))
    };
    let others = open.take.skeleton.iter().map(|(id, _)| id);
    let mut others: Vec<(f32, NodeId)> = others
        .filter(|&id| !open.is_selected(id))
        .map(|id| (depth(id), id))
        .filter(|(depth, _)| depth.is_finite())
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, node) in others {
        label(ui, rect, state, node, false, &mut taken);
    }
}

/// The name of a node beside it, if it has room there.
fn label(ui: &Ui, rect: Rect, state: &State, node: NodeId, selected: bool, taken: &mut Vec<Rect>) {
    let Some(open) = state.take() else { return };
    if open.hidden[node.index()] {
        return;
    }
    let Some(at) = state.node_in_view(node).filter(|at| at.is_finite()) else {
        return;
    };
    let colours = state.theme.colours();
    let name = &open.take.skeleton[node].name;
    let (font, colour, away) = match selected {
        true => (semibold(12.0), colours.text, vec2(16.0, -12.0)),
        false => (regular(11.0), colours.text, vec2(9.0, -9.0)),
    };
    let galley = cut_node(ui, name, font, colour, 220.0);
    let margin = if selected { MARGIN } else { MARGIN * 0.5 };
    let size = galley.size() + margin * 2.0;
    let at = rect.left_top() + vec2(at.x, at.y);
    let inside = rect.shrink(6.0);
    let bone = state.bone_in_view(node).filter(|_| selected);
    let beside = bone.and_then(|ends| {
        let ends = ends.map(|end| rect.left_top() + vec2(end.x, end.y));
        beside(ends, size, inside, taken)
    });
    let Some(bubble) = beside.or_else(|| place(at, away, size, inside, taken)) else {
        return;
    };
    taken.push(bubble);
    let behind = if selected { 0.92 } else { 0.7 };
    ui.painter()
        .rect_filled(bubble, 6.0, colours.bubble.gamma_multiply(behind));
    ui.painter().galley(bubble.min + margin, galley, colour);
}

/// Where a name has room beside a bone: out from its middle at a right angle, so that it covers nothing of
/// it; above or at the right before the other side. `None` where it would leave the view or lie on another.
fn beside([from, to]: [Pos2; 2], size: Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    /// From the bone to the name, in points.
    const AWAY: f32 = 14.0;
    let along = (to - from).normalized();
    let mut out = vec2(-along.y, along.x);
    if out.x - out.y < 0.0 {
        out = -out;
    }
    let half = size * 0.5;
    let middle = from.lerp(to, 0.5);
    let mut places = [out, -out].into_iter().map(|out| {
        let reach = AWAY + (out.x * half.x).abs() + (out.y * half.y).abs();
        Rect::from_center_size(middle + out * reach, size)
    });
    places.find(|place| {
        let mut others = taken.iter();
        inside.contains_rect(*place) && !others.any(|other| other.expand(1.0).intersects(*place))
    })
}

/// Where a name has room beside its node, at its right before its left, above before below.
fn place(at: Pos2, away: Vec2, size: Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    let [right, left] = [away.x, -away.x - size.x];
    let [above, below] = [away.y, -away.y - size.y];
    let corners = [[right, above], [left, above], [right, below], [left, below]];
    let bubbles = corners.map(|[x, y]| Rect::from_min_size(at + vec2(x, y), size));
    let bubbles = bubbles
        .into_iter()
        .filter(|bubble| inside.intersects(*bubble));
    let mut moved_in = bubbles.map(|bubble| {
        let shift = vec2(
            (inside.right() - bubble.right()).min(0.0) + (inside.left() - bubble.left()).max(0.0),
            (inside.bottom() - bubble.bottom()).min(0.0) + (inside.top() - bubble.top()).max(0.0),
        );
        bubble.translate(shift)
    });
    let is_free = |bubble: &Rect| {
        let mut others = taken.iter();
        !others.any(|other| other.expand(1.0).intersects(*bubble))
    };
    moved_in.find(is_free)
}
