//! How many bones are matched, and the table that matches the rest by hand.

use egui::containers::menu::SubMenu;
use egui::{Popup, PopupCloseBehavior, RichText, Ui};

use crate::app::compare::command::CompareCommand;
use crate::app::compare::panel::row::{labelled, opener};
use crate::app::takes::open_take::OpenTake;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::{Mark, menu_item, row};
use crate::app::widgets::rows::menu;

use crate::review::compare::Matching;
use crate::take::NodeId;

/// The width of the table, in points.
const WIDTH: f32 = 260.0;

/// How many bones are matched; a click opens the rest.
pub fn bones_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let (Some(open), Some(reference)) = (cx.state.take(), session.reference()) else {
        return;
    };
    let label = if open.take.is_of_markers() { "Markers" } else { "Bones" };
    let failed = session.comparing().err();
    let own;
    let matching = match (session.compared(), failed) {
        (Some(compared), _) => &compared.matching,
        // Those that have nothing in common are matched by hand.
        (None, Some(_)) => {
            let skeletons = [open, reference].map(|open| &open.take.skeleton);
            own = Matching::of(skeletons, &open.matches_with(reference));
            &own
        }
        (None, None) => {
            return labelled(ui, cx, label, |ui| {
                ui.label(RichText::new("Comparing…").color(cx.colours.dim));
            });
        }
    };
    count_row(ui, cx, label, (open, reference), matching);
    if let Some(why) = failed {
        let text = format!("They cannot be compared: {why}.");
        ui.label(RichText::new(text).color(cx.colours.dim));
    }
}

/// How many are matched; a click opens the rest where there is any on both sides.
fn count_row(
    ui: &mut Ui,
    cx: &PanelContext,
    label: &str,
    (open, reference): (&OpenTake, &OpenTake),
    matching: &Matching,
) {
    let all = open.take.skeleton.nodes().len();
    let count = format!("{} of {all} matched", matching.pairs.len());
    let by_hand: Vec<NodeId> = open
        .matches_with(reference)
        .iter()
        .filter_map(|[own, _]| open.take.skeleton.find(own))
        .collect();
    let unmatched = &matching.unmatched;
    if by_hand.is_empty() && unmatched.iter().any(Vec::is_empty) {
        return labelled(ui, cx, label, |ui| {
            ui.label(RichText::new(count).color(cx.colours.text));
        });
    }
    labelled(ui, cx, label, |ui| {
        let most = ui.available_width();
        let button = opener(ui, cx, &count, "Matched", most);
        let button = button.on_hover_text("Match the rest by hand");
        Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let head = format!("Only in {}: the same in {}", open.title(), reference.title());
            ui.label(RichText::new(head).color(cx.colours.dim));
            ui.add_space(4.0);
            let nodes = by_hand.iter().chain(&unmatched[0]);
            let mut listed: Vec<NodeId> = nodes.copied().collect();
            listed.sort();
            listed.dedup();
            let height = ui.ctx().content_rect().height() * 0.5;
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                for node in listed {
                    joint_row(ui, cx, (open, reference), matching, node);
                }
            });
        });
    });
}

/// A joint, with a menu of those that it may belong to.
fn joint_row(
    ui: &mut Ui,
    cx: &PanelContext,
    (open, reference): (&OpenTake, &OpenTake),
    matching: &Matching,
    node: NodeId,
) {
    let name = &open.take.skeleton[node].name;
    let mut pairs = matching.pairs.iter();
    let matched = pairs.find(|[own, _]| *own == node).map(|[_, other]| *other);
    let text = match matched {
        Some(other) => format!("{name} = {}", reference.take.skeleton[other].name),
        None => name.clone(),
    };
    let button = row(ui, cx, Mark::Opens, &text, &[]);
    SubMenu::new().show(ui, &button, |ui| {
        menu(ui, |ui| {
            if menu_item(ui, cx, matched.is_none(), "None").clicked() {
                cx.ask(CompareCommand::Match(node, None));
            }
            for &other in matched.iter().chain(&matching.unmatched[1]) {
                let name = &reference.take.skeleton[other].name;
                if menu_item(ui, cx, matched == Some(other), name).clicked() {
                    cx.ask(CompareCommand::Match(node, Some(other)));
                }
            }
        });
    });
}
