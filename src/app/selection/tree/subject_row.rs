//! The heading of a performer in the node tree: fold arrow, colour, name, visibility eye.

use egui::{Key, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use crate::app::colours::picker::swatch_colours;
use crate::app::selection::tree::node_row::{NodeRows, SWATCH, fold_button, row_id};
use crate::app::selection::tree::tree_rows;
use crate::app::selection::tree::tree_rows::{Folded, select};
use crate::app::theme::{GUTTER, ROW, regular};
use crate::app::widgets::{cut_node, eye, hand, held, paint_swatch, put, row_ground, tip_beside};
use crate::app::{FigureCommand, SelectMode};
use crate::take::NodeId;

impl NodeRows<'_> {
    /// Lays out the heading of a subject, at its place in the list.
    pub fn heading_ui(
        &self,
        ui: &mut Ui,
        place: usize,
        subject: usize,
        rect: Rect,
        folded: &mut Folded,
    ) {
        let Self { cx, open, .. } = *self;
        let row = self.listed[place];
        let subjects = open.parts.subjects();
        let name = &subjects.names()[subject];
        let nodes = tree_rows::of_subject(&open.take.skeleton, subjects, subject);
        let is_unfolded = row.unfolded == Some(true);
        let id = row_id(open, &row);
        let names = [id, id.with("eye")];
        match self.stop.row(ui, place, &names, !is_unfolded) {
            Some(Key::ArrowRight) if !is_unfolded => {
                folded.headings.remove(&subject);
            }
            Some(Key::ArrowLeft) => {
                folded.headings.insert(subject);
            }
            Some(Key::Space) => self.show_all(&nodes),
            _ => {}
        }
        let response = hand(ui.interact(rect, id, self.stop.sense(ui, place, id)));
        let fill = row_ground(ui, cx, &response, rect, false);

        let middle = rect.center().y;
        let left = rect.left() + GUTTER;
        let at = Rect::from_center_size(pos2(left - 9.0, middle), vec2(13.0, ROW));
        let label = format!("{} {name}", if is_unfolded { "Fold" } else { "Unfold" });
        let fold = row_id(open, &self.listed[0]).with(("fold", subject));
        let button = fold_button(ui, cx, fold, at, &label, is_unfolded, true);
        if button.on_hover_text(label).clicked() {
            if is_unfolded {
                folded.headings.insert(subject)
            } else {
                folded.headings.remove(&subject)
            };
        }
        let square = Rect::from_min_size(pos2(left, middle - SWATCH * 0.5), vec2(SWATCH, SWATCH));
        let parts = nodes.iter().flat_map(|&node| open.parts.of_node(node));
        paint_swatch(ui, cx, square, &swatch_colours(self.colours, parts));
        let right = rect.right() - GUTTER - 7.0;
        let at = Rect::from_center_size(pos2(right, middle), vec2(20.0, ROW));
        let is_shown = nodes.iter().any(|node| !open.edits.hidden[node.index()]);
        let button = eye(ui, cx, fill, id.with("eye"), at, name, is_shown);
        let verb = if is_shown { "Hide" } else { "Show" };
        if button.on_hover_text(format!("{verb} all of {name}")).clicked() {
            self.show_all(&nodes);
        }
        let left = square.right() + 9.0;
        let text = cx.colours.text;
        let galley = cut_node(ui, name, regular(13.0), text, at.left() - 4.0 - left);
        put(ui, pos2(left, middle), galley, text);
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name));
        ui.ctx().accesskit_node_builder(response.id, |item| {
            item.set_level(1);
            item.set_expanded(is_unfolded);
        });
        let response = tip_beside(response, format!("{name}: a click selects all of it"));
        if response.clicked() {
            let mode = if held(ui).command { SelectMode::Add } else { SelectMode::Replace };
            select(ui, open, nodes, mode, cx);
        }
    }

    /// Hides the nodes of a subject, or shows them where all are hidden.
    fn show_all(&self, nodes: &[NodeId]) {
        let is_hidden = nodes.iter().all(|node| self.open.edits.hidden[node.index()]);
        self.cx.ask(FigureCommand::ShowNodes(nodes.to_vec(), is_hidden));
    }
}
