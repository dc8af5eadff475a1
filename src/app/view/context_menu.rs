//! The context menus of the view: one for a bone, joint or marker, one for the background.

use egui::{Id, Popup, Rect, Response, Sense, Ui, vec2};
use glam::Vec2;

use crate::app::widgets::menu_rows::{
    action_rows, command_row, copy_row, lasting_submenu, line, set_menu_width, submenu,
};
use crate::app::widgets::{PanelContext, cut_node, put};
use crate::app::{
    CameraCommand, FigureCommand, MeasuresCommand, Menu, OpenTake, SelectMode, SelectionCommand,
    colours::picker::picker, display::panel::view_options_ui, selection::tree::connection_word,
    theme::semibold,
};
use crate::review::measure::MeasureKind;
use crate::take::{NodeId, rounded};

const WIDTH: f32 = 236.0;

/// Opens the menu of what is under the pointer, where the right button was pressed and let go without a drag.
/// What is selected already stays so; else the node under the pointer is selected instead.
pub fn context_menu(ui: &Ui, rect: Rect, cx: &PanelContext, response: &Response) {
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let at = at - rect.min;
        let is_on = cx.state.node_at(Vec2::new(at.x, at.y));
        if let Some((take, node)) = is_on
            && cx.state.take().is_none_or(|open| open.id != take || !open.is_selected(node))
        {
            cx.ask(SelectionCommand::Pick { take, node, mode: SelectMode::Replace });
        }
        ui.data_mut(|data| data.insert_temp(on_a_node(), is_on.is_some()));
    }
    Popup::context_menu(response).show(|ui| {
        set_menu_width(ui, WIDTH);
        let is_on: bool = ui.data(|data| data.get_temp(on_a_node())).unwrap_or(false);
        match cx.state.take().map(|open| (open, open.primary())) {
            Some((open, Some(node))) if is_on => node_menu(ui, cx, open, node),
            _ => view_menu(ui, cx),
        }
    });
}

/// Where it stands whether the menu that is open is about a node.
fn on_a_node() -> Id {
    Id::unique("context menu on a node")
}

/// What can be done with the nodes that are selected.
fn node_menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, node: NodeId) {
    let name = &open.take.skeleton[node].name;
    let count = open.edits.selected.len();
    heading(ui, cx, name, count);
    action_rows(ui, cx, Menu::Node, 1);
    command_row(ui, cx, "Follow", CameraCommand::FollowNode(node));
    action_rows(ui, cx, Menu::Node, 2);
    line(ui, cx);
    let all: Vec<NodeId> = open.take.skeleton.iter().map(|(id, _)| id).collect();
    let selected = open.edits.selected.clone();
    let others: Vec<NodeId> = all.iter().copied().filter(|id| !selected.contains(id)).collect();
    command_row(ui, cx, "Hide", FigureCommand::ShowNodes(selected.clone(), false));
    if !others.is_empty() {
        command_row(ui, cx, "Hide others", FigureCommand::ShowNodes(others, false));
    }
    if open.edits.hidden.iter().any(|&hidden| hidden) {
        command_row(ui, cx, "Show all bones", FigureCommand::ShowNodes(all, true));
    }
    let parts = selected.iter().flat_map(|&node| open.parts.of_node(node));
    let parts: Vec<usize> = parts.copied().collect();
    if let Some(&first) = parts.first() {
        submenu(ui, cx, "Colour", |ui| {
            let now = cx.state.colours_of(open)[first];
            if let Some(colour) = picker(ui, cx, now) {
                let parts = parts.clone();
                cx.ask(FigureCommand::Colour { parts, colour });
            }
        });
        if parts.iter().any(|&part| open.edits.picked[part].is_some()) {
            command_row(ui, cx, "Reset colours", FigureCommand::ResetParts(parts));
        }
    }
    if let [a, b] = selected[..] {
        command_row(ui, cx, connection_word(open, a, b), FigureCommand::ToggleConnection);
    }
    command_row(ui, cx, "Attach object…", FigureCommand::AskForObject(node));
    action_rows(ui, cx, Menu::Node, 3);
    measure_menu(ui, cx, open, count);
    line(ui, cx);
    copy_row(ui, cx, "Copy name", name);
    let at = open.pose.position(node);
    if at.is_finite() {
        let numbers = at.to_array().map(|value| rounded(value.into(), 4));
        copy_row(ui, cx, "Copy position", numbers.join(", "));
    }
}

/// The row that opens the menu of measures, of as many joints as are selected.
fn measure_menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, count: usize) {
    submenu(ui, cx, "Measure", |ui| {
        set_menu_width(ui, WIDTH);
        let kinds = MeasureKind::ALL.into_iter();
        for kind in kinds.filter(|kind| kind.joint_count() <= count) {
            command_row(ui, cx, kind.label(), MeasuresCommand::Pin(kind));
        }
        if !open.edits.measures.is_empty() {
            line(ui, cx);
            action_rows(ui, cx, Menu::Measure, 1);
        }
    });
}

/// The name of what the menu is about.
fn heading(ui: &mut Ui, cx: &PanelContext, name: &str, count: usize) {
    let dim = cx.colours.dim;
    let several = format!("{count} selected");
    let text = if count > 1 { &several } else { name };
    let galley = cut_node(ui, text, semibold(12.0), dim, WIDTH - 20.0);
    let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, 24.0), Sense::hover());
    put(ui, rect.left_center() + vec2(10.0, 0.0), galley, dim);
}

/// What can be done with the view as a whole.
fn view_menu(ui: &mut Ui, cx: &PanelContext) {
    let has_take = cx.state.take().is_some();
    ui.add_enabled_ui(has_take, |ui| action_rows(ui, cx, Menu::View, 1));
    if let Some(open) = cx.state.take() {
        measure_menu(ui, cx, open, open.edits.selected.len());
    }
    line(ui, cx);
    action_rows(ui, cx, Menu::View, 2);
    lasting_submenu(ui, cx, "View options", |ui| view_options_ui(ui, cx));
    line(ui, cx);
    ui.add_enabled_ui(has_take, |ui| action_rows(ui, cx, Menu::View, 3));
    action_rows(ui, cx, Menu::View, 4);
}
