//! The labels of nodes in the view, as many as fit.

use egui::{Pos2, Rect, Ui, Vec2, vec2};

use crate::app::compare::shown_value;
use crate::app::notes::in_view::labelled_joints;
use crate::app::theme::{regular, semibold};
use crate::app::widgets::{PanelContext, cut_node};
use crate::app::{State, shown_unit};
use crate::options::{CompareMode, Labels, ViewToggle};
use crate::take::NodeId;

/// Space between a name and the edge of what is behind it.
const MARGIN: Vec2 = vec2(8.0, 4.0);

/// The names of what is selected, and of all other nodes where these are asked for. A name that would
/// lie on another one is left out: those of the selection come first, then those that are near.
pub fn labels(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    if cx.state.view.options.display.labels == Labels::Off || !cx.state.is_seen(open) {
        return;
    }
    let mut taken: Vec<Rect> = Vec::new();
    let labelled = labelled_joints(cx);
    for &node in open.edits.selected.iter().rev().filter(|node| !labelled.contains(node)) {
        label(ui, rect, cx.state, node, true, &mut taken);
    }
    if cx.state.view.options.display.labels != Labels::All {
        return;
    }
    let camera = &cx.state.view.shown;
    let depth = |node| camera.depth(open.stage.world(open.pose.position(node)));
    let others = open.take.skeleton.iter().map(|(id, _)| (depth(id), id));
    let mut others: Vec<(f32, NodeId)> =
        others.filter(|(depth, id)| depth.is_finite() && !open.is_selected(*id)).collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, node) in others {
        label(ui, rect, cx.state, node, false, &mut taken);
    }
}

/// The name of a node beside it, if it has room there.
fn label(ui: &Ui, rect: Rect, state: &State, node: NodeId, selected: bool, taken: &mut Vec<Rect>) {
    let Some(open) = state.take() else { return };
    let swings = open.take.skeleton[node].is_secondary;
    if open.edits.hidden[node.index()] || swings && !state.is_on(ViewToggle::Secondary) {
        return;
    }
    let Some(at) = state.node_in_view(node).filter(|at| at.is_finite()) else {
        return;
    };
    let colours = state.theme().colours();
    let name = &open.take.skeleton[node].name;
    let difference = difference_text(state, node).filter(|_| selected);
    let name = &difference.map_or(name.clone(), |text| format!("{name}  {text}"));
    let (font, away, margin, behind) = if selected {
        (semibold(12.0), vec2(16.0, -12.0), MARGIN, 0.92)
    } else {
        (regular(11.0), vec2(9.0, -9.0), MARGIN * 0.5, 0.7)
    };
    let galley = cut_node(ui, name, font, colours.text, 220.0);
    let size = galley.size() + margin * 2.0;
    let at = rect.left_top() + vec2(at.x, at.y);
    let inside = rect.shrink(6.0);
    let bone = state.bone_in_view(node).filter(|_| selected);
    let beside = bone.and_then(|ends| {
        let in_window = |ends: [glam::Vec2; 2]| ends.map(|end| rect.min + vec2(end.x, end.y));
        let bones: Vec<[Pos2; 2]> = state.bones_in_view().map(in_window).collect();
        beside(in_window(ends), size, inside, taken, &bones)
    });
    let Some(bubble) = beside.or_else(|| place(at, away, size, inside, taken)) else {
        return;
    };
    taken.push(bubble);
    ui.painter().rect_filled(bubble, 6.0, colours.bubble.gamma_multiply(behind));
    ui.painter().galley(bubble.min + margin, galley, colours.text);
}

/// How far a node is from its counterpart, while differences show: `13.0 cm`.
fn difference_text(state: &State, node: NodeId) -> Option<String> {
    if state.session.compare_mode() != CompareMode::Difference {
        return None;
    }
    let quantity = state.session.compared()?.difference.quantity;
    let value = shown_value(quantity, state.difference_at(node)?.into());
    Some(format!("{value} {}", shown_unit(quantity).0))
}

/// Where a name has room beside a bone: out from its middle at a right angle, on the side where it covers
/// fewer of `bones`; above or at the right before the other side. `None` where it would leave the view, lie
/// on another name, or lie on bones on both sides of a bone that is so short that its node says enough.
fn beside(
    [from, to]: [Pos2; 2],
    size: Vec2,
    inside: Rect,
    taken: &[Rect],
    bones: &[[Pos2; 2]],
) -> Option<Rect> {
    /// From the bone to the name, in points.
    const AWAY: f32 = 14.0;
    let along = (to - from).normalized();
    let mut out = vec2(-along.y, along.x);
    if out.x - out.y < 0.0 {
        out = -out;
    }
    let half = size * 0.5;
    let middle = from.lerp(to, 0.5);
    let places = [out, -out].map(|out| {
        let reach = AWAY + (out.x * half.x).abs() + (out.y * half.y).abs();
        Rect::from_center_size(middle + out * reach, size)
    });
    let free =
        places.into_iter().filter(|place| inside.contains_rect(*place) && is_free(*place, taken));
    let covered = |place: &Rect| bones.iter().filter(|bone| crosses(**bone, *place)).count();
    let best = free.map(|place| (covered(&place), place)).min_by_key(|(covered, _)| *covered)?;
    let is_short = from.distance(to) < 36.0;
    (best.0 == 0 || !is_short).then_some(best.1)
}

/// Whether a line goes through a rectangle.
fn crosses([from, to]: [Pos2; 2], rect: Rect) -> bool {
    let way = to - from;
    let (mut enters, mut leaves) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        let edges = [rect.min[axis], rect.max[axis]];
        if way[axis] == 0.0 {
            if from[axis] < edges[0] || from[axis] > edges[1] {
                return false;
            }
            continue;
        }
        let [low, high] = edges.map(|edge| (edge - from[axis]) / way[axis]);
        enters = enters.max(low.min(high));
        leaves = leaves.min(low.max(high));
    }
    enters <= leaves
}

/// Where a name has room beside its node, at its right before its left, above before below.
fn place(at: Pos2, away: Vec2, size: Vec2, inside: Rect, taken: &[Rect]) -> Option<Rect> {
    let [right, left] = [away.x, -away.x - size.x];
    let [above, below] = [away.y, -away.y - size.y];
    let corners = [[right, above], [left, above], [right, below], [left, below]];
    let bubbles = corners.map(|[x, y]| Rect::from_min_size(at + vec2(x, y), size));
    let bubbles = bubbles.into_iter().filter(|bubble| inside.intersects(*bubble));
    let mut moved_in = bubbles.map(|bubble| {
        let shift = vec2(
            (inside.right() - bubble.right()).min(0.0) + (inside.left() - bubble.left()).max(0.0),
            (inside.bottom() - bubble.bottom()).min(0.0) + (inside.top() - bubble.top()).max(0.0),
        );
        bubble.translate(shift)
    });
    moved_in.find(|bubble| is_free(*bubble, taken))
}

fn is_free(place: Rect, taken: &[Rect]) -> bool {
    !taken.iter().any(|other| other.expand(1.0).intersects(place))
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_name_is_on_the_side_of_its_bone_where_it_covers_fewer_others() {
        let view = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0));
        let bone = [pos2(200.0, 150.0), pos2(200.0, 250.0)];
        let size = vec2(60.0, 20.0);
        let right = beside(bone, size, view, &[], &[bone]).expect("room");
        assert!(right.left() > 200.0 && (right.center().y - 200.0).abs() < 1e-3);
        let other = [pos2(240.0, 100.0), pos2(240.0, 300.0)];
        assert!(beside(bone, size, view, &[], &[bone, other]).expect("room").right() < 200.0);
        let short = [pos2(200.0, 195.0), pos2(200.0, 205.0)];
        let both = [other, [pos2(160.0, 100.0), pos2(160.0, 300.0)]];
        assert_eq!(beside(short, size, view, &[], &both), None);
        assert!(beside(bone, size, view, &[], &both).is_some());
    }
}
