//! The context menus of the view: one for a bone, joint or marker, one for the background.

use egui::containers::menu::SubMenu;
use egui::{Id, Popup, Pos2, Rect, Response, Sense, Ui, vec2};
use glam::Vec2;

use crate::app::command::{
    CameraCommand, Command, FigureCommand, FilesCommand, InterfaceCommand, SelectMode,
    SelectionCommand,
};
use crate::app::ids::TakeId;
use crate::app::open_take::OpenTake;
use crate::app::options::{Tab, ViewToggle};
use crate::app::state::State;
use crate::app::theme::semibold;
use crate::app::ui::colour_picker::picker;
use crate::app::ui::context::PanelContext;
use crate::app::ui::elide::cut_node;
use crate::app::ui::menu_rows::{Mark, command_row, line, row, switch_row, toggle_row};
use crate::app::ui::text::put;
use crate::app::ui::view_options::view_options_ui;
use crate::scene::View;
use crate::take::{NodeId, rounded};

/// The width of both menus, in points.
const WIDTH: f32 = 236.0;

/// Opens the menu of what is under the pointer, where the right button was pressed and let go without a drag.
/// What is selected already stays so; else the node under the pointer is selected instead.
pub fn context_menu(ui: &Ui, rect: Rect, cx: &PanelContext, response: &Response) {
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let is_on = node_under(cx.state, rect, at);
        if let Some((take, node)) = is_on
            && !(cx.state.take()).is_some_and(|open| open.id == take && open.is_selected(node))
        {
            cx.ask(SelectionCommand::Pick {
                take,
                node,
                mode: SelectMode::Replace,
            });
        }
        ui.data_mut(|data| data.insert_temp(on_a_node(), is_on.is_some()));
    }
    Popup::context_menu(response).show(|ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        let is_on: bool = ui.data(|data| data.get_temp(on_a_node())).unwrap_or(false);
        let node = cx
            .state
            .take()
            .and_then(|open| Some((open, open.primary()?)));
        match node.filter(|_| is_on) {
            Some((open, node)) => node_menu(ui, cx, open, node),
            None => view_menu(ui, cx),
        }
    });
}

/// Where it stands whether the menu that is open is about a node.
fn on_a_node() -> Id {
    Id::unique("context menu on a node")
}

fn node_under(state: &State, rect: Rect, at: Pos2) -> Option<(TakeId, NodeId)> {
    let at = at - rect.min;
    state.node_at(Vec2::new(at.x, at.y))
}

/// What can be done with the nodes that are selected.
fn node_menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, node: NodeId) {
    let name = &open.take.skeleton[node].name;
    let count = open.selected.len();
    heading(ui, cx, name, count);
    let item = |ui: &mut Ui, word: &str, command: Command| {
        command_row(ui, cx, word, command);
    };
    item(ui, "Frame selection", CameraCommand::FrameSelection.into());
    item(ui, "Follow", CameraCommand::FollowNode(node).into());
    item(
        ui,
        "Show values",
        InterfaceCommand::ShowTab(Tab::Node).into(),
    );
    item(
        ui,
        "Show curves",
        InterfaceCommand::ShowTab(Tab::Curves).into(),
    );
    line(ui, cx);
    let all: Vec<NodeId> = open.take.skeleton.iter().map(|(id, _)| id).collect();
    let selected = open.selected.clone();
    let others: Vec<NodeId> = all
        .iter()
        .copied()
        .filter(|id| !selected.contains(id))
        .collect();
    let item = |ui: &mut Ui, word: &str, command: Command| {
        command_row(ui, cx, word, command);
    };
    item(
        ui,
        "Hide",
        FigureCommand::ShowNodes(selected.clone(), false).into(),
    );
    if !others.is_empty() {
        item(
            ui,
            "Hide others",
            FigureCommand::ShowNodes(others, false).into(),
        );
    }
    if open.hidden.iter().any(|&hidden| hidden) {
        item(
            ui,
            "Show all bones",
            FigureCommand::ShowNodes(all, true).into(),
        );
    }
    let parts: Vec<usize> = selected
        .iter()
        .flat_map(|&node| open.parts.of_node(node))
        .copied()
        .collect();
    if let Some(&first) = parts.first() {
        let opener = row(ui, cx, Mark::Opens, "Colour", &[]);
        SubMenu::new().show(ui, &opener, |ui| {
            let now = cx.state.colours_of(open)[first];
            if let Some(colour) = picker(ui, cx, now) {
                let parts = parts.clone();
                cx.ask(FigureCommand::Colour { parts, colour });
            }
        });
        if parts.iter().any(|&part| open.picked[part].is_some()) {
            command_row(ui, cx, "Reset colours", FigureCommand::ResetParts(parts));
        }
    }
    if let [a, b] = selected[..] {
        let is_joined = open.lines.contains(&[a, b]) || open.lines.contains(&[b, a]);
        let word = if is_joined {
            "Disconnect"
        } else {
            "Connect markers"
        };
        command_row(ui, cx, word, FigureCommand::ToggleConnection);
    }
    switch_row(ui, cx, ViewToggle::Trails);
    line(ui, cx);
    if row(ui, cx, Mark::None, "Copy name", &[]).clicked() {
        ui.copy_text(name.clone());
        ui.close();
    }
    let at = open.pose.position(node);
    if at.is_finite() && row(ui, cx, Mark::None, "Copy position", &[]).clicked() {
        let numbers = at.to_array().map(|value| rounded(value.into(), 4));
        ui.copy_text(numbers.join(", "));
        ui.close();
    }
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
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        let item = |ui: &mut Ui, word: &str, command: Command| {
            command_row(ui, cx, word, command);
        };
        item(ui, "Frame all", CameraCommand::FrameAll.into());
        item(ui, "Reset view", CameraCommand::ResetView.into());
        item(ui, "Front", CameraCommand::Look(View::Front).into());
        item(ui, "Right", CameraCommand::Look(View::Right).into());
        item(ui, "Top", CameraCommand::Look(View::Top).into());
        let word = "Perspective/orthographic";
        item(ui, word, CameraCommand::ToggleProjection.into());
        let tip = "Camera tracking: the figure stays in the middle of the view";
        toggle_row(ui, cx, "Follow figure", tip, CameraCommand::ToggleFollow);
    });
    line(ui, cx);
    switch_row(ui, cx, ViewToggle::Grid);
    switch_row(ui, cx, ViewToggle::Floor);
    switch_row(ui, cx, ViewToggle::Ghosts);
    let opener = row(ui, cx, Mark::Opens, "View options", &[]);
    SubMenu::new()
        .config(
            egui::containers::menu::MenuConfig::new()
                .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside),
        )
        .show(ui, &opener, |ui| view_options_ui(ui, cx));
    line(ui, cx);
    ui.add_enabled_ui(cx.state.take().is_some(), |ui| {
        let picture = Command::Files(FilesCommand::SaveScreenshot { transparent: false });
        command_row(ui, cx, "Save screenshot", picture);
    });
    command_row(ui, cx, "Open files…", FilesCommand::AskForFiles);
}
