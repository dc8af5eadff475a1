//! A row of the node tree: fold arrow, colour swatch, name, visibility eye.

use egui::{Color32, Id, Key, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::colours::picker::{picker, swatch, swatch_colours};
use crate::app::selection::tree::tree_rows;
use crate::app::selection::tree::tree_rows::{Folded, Row, select};
use crate::app::theme::{GUTTER, ROW, regular};
use crate::app::widgets::menu_rows::lasting_menu;
use crate::app::widgets::{
    ListFocus, PanelContext, action, choice, cut_node, dim_on, eye, follow_focus, hand, held,
    icons, local, paint_swatch, put, row_button, row_fill, tip_beside,
};
use crate::app::{CameraCommand, FigureCommand, OpenTake, SelectMode};
use crate::scene::Rgba;
use crate::take::{BoneEnd, NodeId};

pub const SWATCH: f32 = 12.0;
/// How far a row is set in for each node above its own, in points: less in deep trees.
const STEPS: [f32; 2] = [4.0, 11.0];
/// How much of a row may go into that: names stay readable, and the order tells the rest.
const MAX_SET_IN: f32 = 0.38;

/// The rows of the list, and what they are about.
pub struct NodeRows<'a> {
    /// What the panel shows, and asks.
    pub cx: &'a PanelContext<'a>,
    pub open: &'a OpenTake,
    pub listed: &'a [Row],
    pub colours: &'a [Rgba],
    /// How many nodes there are above the deepest one of the take.
    pub deepest: usize,
    /// Where the keyboard comes to the list.
    pub stop: ListFocus,
}

/// What a part of a row is called for egui: the same as long as the take is open, wherever the row
/// is listed.
fn part_id(open: &OpenTake, node: NodeId, what: &'static str) -> Id {
    Id::unique((what, open.id, node.index()))
}

/// The small arrow that folds away what is below a row.
pub fn fold_button(
    ui: &Ui,
    cx: &PanelContext,
    id: Id,
    rect: Rect,
    label: &str,
    unfolded: bool,
    shown: bool,
) -> Response {
    let response = ui.interact(rect, id, Sense::CLICK);
    row_button(ui, cx, response, Role::DisclosureTriangle, label, shown, |painter, at, colour| {
        icons::fold(painter, at, unfolded, colour);
    })
}

/// What a row is called for egui.
pub fn row_id(open: &OpenTake, row: &Row) -> Id {
    match row.heading {
        Some(subject) => Id::unique(("subject", open.id, subject)),
        None => part_id(open, row.node, "node"),
    }
}

impl NodeRows<'_> {
    pub fn row_ui(&self, ui: &mut Ui, place: usize, rect: Rect, folded: &mut Folded) {
        let Self { cx, open, .. } = *self;
        let row = self.listed[place];
        if let Some(subject) = row.heading {
            return self.heading_ui(ui, place, subject, rect, folded);
        }
        let node = row.node;
        let name = &open.take.skeleton[node].name;
        let is_selected = open.is_selected(node);
        let id = row_id(open, &row);
        self.keys(ui, place, folded);
        let response = hand(ui.interact(rect, id, self.stop.sense(ui, place, id)));
        let near = ui.rect_contains_pointer(rect);
        let fill = row_fill(ui, cx, rect, is_selected);
        if is_selected || near {
            ui.painter().rect_filled(rect, 0.0, fill);
        }
        follow_focus(ui, &response, rect);

        let middle = rect.center().y;
        let most = rect.width() * MAX_SET_IN;
        let step = (most / self.deepest.max(1) as f32).clamp(STEPS[0], STEPS[1]);
        let left = rect.left() + GUTTER + (step * row.depth as f32).min(most);
        if let Some(unfolded) = row.unfolded {
            let at = Rect::from_center_size(pos2(left - 9.0, middle), vec2(13.0, ROW));
            self.fold(ui, node, at, unfolded, near, folded);
        }
        let square = Rect::from_min_size(pos2(left, middle - SWATCH * 0.5), vec2(SWATCH, SWATCH));
        self.swatch(ui, node, square);
        let right = rect.right() - GUTTER - 7.0;
        let eye = Rect::from_center_size(pos2(right, middle), vec2(20.0, ROW));
        self.eye(ui, node, eye, fill);

        let gap = cx.state.is_gap(node);
        let text = if open.edits.hidden[node.index()] || gap {
            dim_on(cx.theme, fill)
        } else {
            cx.colours.text
        };
        let left = square.right() + 9.0;
        let galley = cut_node(ui, name, regular(13.0), text, eye.left() - 4.0 - left);
        put(ui, pos2(left, middle), galley, text);
        response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, name));
        ui.ctx().accesskit_node_builder(response.id, |item| {
            item.set_level(row.depth + 1);
            if let Some(unfolded) = row.unfolded {
                item.set_expanded(unfolded);
            }
        });
        self.clicks(ui, place, &tip_beside(response, self.tip(node, gap)));
    }

    fn id(&self, node: NodeId, what: &'static str) -> Id {
        part_id(self.open, node, what)
    }

    /// What keys do on a row: Right unfolds it and Left folds it, or goes to its parent; Space shows
    /// and hides it.
    fn keys(&self, ui: &Ui, place: usize, folded: &mut Folded) {
        let Self { open, listed, .. } = *self;
        let Row { node, unfolded, .. } = listed[place];
        let names = [row_id(open, &listed[place]), self.id(node, "swatch"), self.id(node, "eye")];
        let has_swatch = !open.parts.of_node(node).is_empty();
        let names = if has_swatch { &names[..] } else { &[names[0], names[2]] };
        let is_folded = unfolded == Some(false);
        match self.stop.row(ui, place, names, is_folded) {
            Some(Key::ArrowRight) if is_folded => {
                folded.nodes.remove(&node);
            }
            Some(Key::ArrowLeft) if unfolded == Some(true) => {
                folded.nodes.insert(node);
            }
            Some(Key::ArrowLeft) => {
                let parent = open.take.skeleton[node].parent;
                let mut ahead = listed[..place].iter().rev();
                let above = ahead.find(|row| match parent {
                    Some(parent) => row.is_of(parent),
                    None => row.heading.is_some(),
                });
                if let Some(above) = above.filter(|above| above.depth < listed[place].depth) {
                    self.stop.go_to(ui, row_id(open, above));
                }
            }
            Some(Key::Space) => self.toggle(ui, node),
            _ => {}
        }
    }

    fn name(&self, node: NodeId) -> &str {
        &self.open.take.skeleton[node].name
    }

    /// Whether a node is one of several that are selected, and what is done to it is done to all.
    fn is_of_several(&self, node: NodeId) -> bool {
        self.open.edits.selected.len() > 1 && self.open.is_selected(node)
    }

    /// The whole name, which the row may cut, and where the node hangs.
    fn tip(&self, node: NodeId, gap: bool) -> String {
        let mut tip = self.name(node).to_string();
        if let Some(parent) = self.open.take.skeleton[node].parent {
            tip += &format!(", child of {}", self.name(parent));
        }
        tip += if gap { "\nMissing on this frame (occluded)" } else { "\nDouble click: frame it" };
        tip
    }

    /// What a click on a row selects: the node, also those from the last click to this one (Shift),
    /// or the node beside what is selected (Ctrl).
    fn clicks(&self, ui: &Ui, place: usize, response: &Response) {
        let Self { cx, open, listed, .. } = *self;
        let node = listed[place].node;
        let held = held(ui);
        if response.double_clicked() && !held.any() {
            select(ui, open, vec![node], SelectMode::Replace, cx);
            return cx.ask(CameraCommand::FrameSelection);
        }
        if !response.clicked() {
            return;
        }
        let anchor = Id::unique(("anchor", open.id));
        if held.shift {
            let node = ui.data(|data| data.get_temp(anchor)).or(open.primary());
            let from = node.and_then(|node| listed.iter().position(|row| row.is_of(node)));
            let from = from.unwrap_or(place);
            let between = &listed[from.min(place)..=from.max(place)];
            let mut nodes: Vec<NodeId> = tree_rows::nodes(between).collect();
            // The one that was clicked is selected last: it is the one that panels are about.
            if from > place {
                nodes.reverse();
            }
            let mode = if held.command { SelectMode::Add } else { SelectMode::Replace };
            return select(ui, open, nodes, mode, cx);
        }
        ui.data_mut(|data| data.insert_temp(anchor, node));
        let mode = if held.command { SelectMode::Toggle } else { SelectMode::Replace };
        select(ui, open, vec![node], mode, cx);
    }

    /// The small arrow that folds away what is below a node. It shows where it is needed: near the
    /// pointer, and where something is folded.
    fn fold(
        &self,
        ui: &mut Ui,
        node: NodeId,
        rect: Rect,
        unfolded: bool,
        near: bool,
        folded: &mut Folded,
    ) {
        let verb = if unfolded { "Fold" } else { "Unfold" };
        let label = format!("{verb} {}", self.name(node));
        // With the keyboard, arrows fold.
        let id = self.id(node, "fold");
        let button = fold_button(ui, self.cx, id, rect, &label, unfolded, near || !unfolded);
        if !button.on_hover_text(format!("{label} (Alt: with all below it)")).clicked() {
            return;
        }
        let skeleton = &self.open.take.skeleton;
        let nodes = if held(ui).alt { tree_rows::subtree(skeleton, node) } else { vec![node] };
        for node in nodes {
            if unfolded && !skeleton[node].children.is_empty() {
                folded.nodes.insert(node)
            } else {
                folded.nodes.remove(&node)
            };
        }
    }

    /// Hides or shows a node, with Alt all below it, and with a selected node all that are selected.
    fn toggle(&self, ui: &Ui, node: NodeId) {
        let nodes = if held(ui).alt {
            tree_rows::subtree(&self.open.take.skeleton, node)
        } else if self.is_of_several(node) {
            self.open.edits.selected.clone()
        } else {
            vec![node]
        };
        self.cx.ask(FigureCommand::ShowNodes(nodes, self.open.edits.hidden[node.index()]));
    }

    /// The eye at a row's end, on a fill.
    fn eye(&self, ui: &mut Ui, node: NodeId, rect: Rect, fill: Color32) {
        let Self { cx, open, .. } = *self;
        let skeleton = &open.take.skeleton;
        let name = self.name(node);
        let hidden = open.edits.hidden[node.index()];
        let mut parts = open.parts.of_node(node).iter();
        let is_point = parts.any(|&part| part >= skeleton.bones().len());
        let verb = if hidden { "Show" } else { "Hide" };
        let mut tip = match (self.is_of_several(node), is_point) {
            (true, _) => format!("{verb} selection"),
            (_, true) => format!("{verb} {name}"),
            _ => format!("{verb} the bones of {name}"),
        };
        if !skeleton[node].children.is_empty() {
            tip += " (Alt: with all below it)";
        }
        let eye = eye(ui, cx, fill, self.id(node, "eye"), rect, name, !hidden);
        if eye.on_hover_text(tip).clicked() {
            self.toggle(ui, node);
        }
    }

    /// The swatch of a node's parts; a click opens the picker, for all that are selected where the
    /// node is one of them.
    fn swatch(&self, ui: &mut Ui, node: NodeId, rect: Rect) {
        let Self { cx, open, .. } = *self;
        let own = open.parts.of_node(node);
        if own.is_empty() {
            return paint_swatch(ui, cx, rect.shrink(0.5), &[]);
        }
        let shown = swatch_colours(self.colours, own);
        let button = swatch(ui, cx, self.id(node, "swatch"), rect, &shown, self.name(node));
        lasting_menu(&button).show(|ui| {
            let parts = if self.is_of_several(node) {
                ui.weak(format!("{} selected", open.edits.selected.len()));
                let nodes = open.edits.selected.iter();
                nodes.flat_map(|&node| open.parts.of_node(node)).copied().collect()
            } else {
                self.which(ui, node, own)
            };
            let is_picked = parts.iter().any(|&part| open.edits.picked[part].is_some());
            let of_scheme = parts.clone();
            if let Some(colour) = picker(ui, cx, self.colours[parts[0]]) {
                cx.ask(FigureCommand::Colour { parts, colour });
            }
            ui.add_space(4.0);
            if action(ui, cx, "By scheme", None, is_picked) {
                cx.ask(FigureCommand::ResetParts(of_scheme));
                ui.close();
            }
        });
    }

    /// Which bones of a node are meant: all, or one of several. Several parts of one node are bones: it
    /// has one point at most, and then no bone.
    fn which(&self, ui: &mut Ui, node: NodeId, bones: &[usize]) -> Vec<usize> {
        if bones.len() < 2 {
            return bones.to_vec();
        }
        let id = self.id(node, "which bone");
        let mut chosen: Option<usize> = ui.data(|data| data.get_temp(id)).flatten();
        let before = chosen;
        if choice(ui, self.cx, "All its bones", chosen.is_none()) {
            chosen = None;
        }
        for &bone in bones {
            let end = match self.open.take.skeleton.bones()[bone].end {
                BoneEnd::Node(child) => local(self.name(child)),
                BoneEnd::Local(_) => "its end",
            };
            if choice(ui, self.cx, &format!("Bone to {end}"), chosen == Some(bone)) {
                chosen = Some(bone);
            }
        }
        ui.add_space(4.0);
        if chosen != before {
            ui.data_mut(|data| data.insert_temp(id, chosen));
        }
        chosen.map_or(bones.to_vec(), |bone| vec![bone])
    }
}
