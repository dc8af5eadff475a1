//! The bones panel: the node tree of the active take, with search, colours and visibility.

pub(crate) mod node_row;
pub(crate) mod subject_row;
pub(crate) mod tree_rows;

use egui::{Id, Ui};

use crate::app::colours::schemes;
use crate::app::selection::tree::node_row::{NodeRows, row_id};
use crate::app::selection::tree::tree_rows::{Folded, Row, TreeCache, newly_selected, select};
use crate::app::theme::ROW;
use crate::app::widgets::{
    ListFocus, PanelContext, command_button, gutters, heading, list, search_field, switch,
    text_width, word_button_width,
};
use crate::app::{DisplayCommand, FigureCommand, InterfaceCommand, OpenTake, SelectMode};
use crate::options::ViewToggle;
use crate::take::NodeId;

/// The node tree, with search.
pub fn bones_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let is_empty = open.take.skeleton.nodes().is_empty();
    let mut folded = TreeCache::<Folded>::of(ui, "folded", open);
    let reveal = newly_selected(ui, open);
    if let Some(node) = reveal {
        for above in tree_rows::above(&open.take.skeleton, node) {
            folded.value.nodes.remove(&above);
        }
        if let Some(subject) = open.parts.subjects().of_node(node) {
            folded.value.headings.remove(&subject);
        }
    }
    let listed = if cx.state.interface.search.is_empty() {
        tree_rows::tree(&open.take.skeleton, open.parts.subjects(), &folded.value)
    } else {
        tree_rows::found(&open.take.skeleton, &cx.state.interface.search)
    };
    gutters(ui, |ui| {
        let markers = open.take.is_of_markers();
        heading(ui, cx, if markers { "Markers" } else { "Bones" });
        ui.add_space(4.0);
        if is_empty {
            ui.weak("No bones: the take is a mesh.");
        } else {
            search_row(ui, cx, open, &listed);
        }
        more(ui, cx, open);
        ui.add_space(8.0);
        if !is_empty && listed.is_empty() {
            let what = if markers { "marker" } else { "node" };
            let letters = &cx.state.interface.search;
            ui.weak(format!("No matches: no {what} has “{letters}” in its name."));
        }
    });
    let place_of = |node: NodeId| listed.iter().position(|row| row.is_of(node));
    let reveal = reveal.and_then(place_of);
    // Each take is scrolled on its own, and stays where it was left.
    let salt = ("bones", open.id);
    let height = ui.available_height();
    let home = open.primary().and_then(place_of);
    let name_of = |place: usize| row_id(open, &listed[place]);
    let stop = ListFocus::new(ui, Id::unique(salt), listed.len(), home, name_of);
    let row = stop.row;
    let colours = &cx.state.colours_of(open);
    let deepest = listed.iter().map(|row| row.depth).max().unwrap_or(0);
    let rows = NodeRows { cx, open, listed: &listed, colours, deepest, stop };
    list(ui, salt, listed.len(), [ROW, height], reveal, Some(row), |ui, place, rect| {
        rows.row_ui(ui, place, rect, &mut folded.value);
    });
    folded.keep(ui);
}

/// The search field with the menu of schemes beside it, or below it where a panel is narrow.
fn search_row(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, listed: &[Row]) {
    /// The narrowest field that letters can be typed into.
    const NARROWEST: f32 = 66.0;
    let scheme = schemes::word(open);
    let whole = ui.available_width();
    let beside = whole - word_button_width(ui, scheme, true) - 8.0;
    if beside >= NARROWEST {
        ui.horizontal(|ui| {
            search(ui, cx, open, listed, beside);
            schemes::menu(ui, cx, open);
        });
    } else {
        search(ui, cx, open, listed, whole);
        ui.add_space(6.0);
        schemes::menu(ui, cx, open);
    }
}

fn search(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, listed: &[Row], width: f32) {
    let what = if open.take.is_of_markers() { "markers" } else { "bones" };
    // The longest text that fits.
    let count = open.take.skeleton.nodes().len();
    let texts = [format!("Search {count} {what}"), format!("Search {count}")];
    let fits = |text: &&String| text_width(ui, text, 13.0) <= width - 22.0;
    let hint = texts.iter().find(fits).map_or("Search", |text| text.as_str());
    let tip = "Filter by name. Enter selects all matches, Esc clears the search";
    let before = &cx.state.interface.search;
    let texts = ["Search nodes", hint, tip];
    let entered = search_field(ui, cx, texts, width, before, InterfaceCommand::Search);
    if entered && !before.is_empty() && !listed.is_empty() {
        let nodes = tree_rows::nodes(listed).collect();
        select(ui, open, nodes, SelectMode::Replace, cx);
    }
}

/// What a take has beyond its nodes: lines between markers, boxes, meshes and objects.
fn more(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let lines = lines(open);
    let switches = switches(open);
    if lines.is_empty() && switches.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.horizontal_wrapped(|ui| {
            for (word, about, command) in lines {
                let tip = cx.tip(about, command.clone());
                command_button(ui, cx, word, word, tip, command);
            }
            for (which, name) in switches {
                let on = cx.state.is_on(which);
                let command = DisplayCommand::Toggle(which);
                let tip = cx.tip(which.tooltip(), command.clone());
                cx.ask_if(switch(ui, cx.theme, which.name(), name, on, &tip), command);
            }
        });
    });
}

/// What is done to two markers: their line is added, or removed.
pub fn connection_word(open: &OpenTake, a: NodeId, b: NodeId) -> &'static str {
    if open.edits.lines.contains(&[a, b]) || open.edits.lines.contains(&[b, a]) {
        "Disconnect"
    } else {
        "Connect markers"
    }
}

/// What can be done with lines between markers: a word, what it does, and what it asks for.
fn lines(open: &OpenTake) -> Vec<(&'static str, &'static str, FigureCommand)> {
    let mut lines = Vec::new();
    if let (true, [a, b]) = (open.take.is_of_markers(), &open.edits.selected[..]) {
        let word = connection_word(open, *a, *b);
        let about = "The line between the two selected markers";
        lines.push((word, about, FigureCommand::ToggleConnection));
    }
    if !open.edits.lines.is_empty() {
        let about = "Remove all lines between markers";
        lines.push(("Disconnect all", about, FigureCommand::DisconnectAll));
    }
    lines
}

/// What else can be drawn, of a take that has it, with the name of its switch.
fn switches(open: &OpenTake) -> Vec<(ViewToggle, &'static str)> {
    let has_meshes = !(open.take.meshes.is_empty() && open.edits.objects.is_empty());
    let has_secondary = open.take.skeleton.nodes().iter().any(|node| node.is_secondary);
    let all = [
        (open.take.has_boxes(), ViewToggle::Boxes, "Show boxes"),
        (has_meshes, ViewToggle::Meshes, "Show meshes"),
        (has_secondary, ViewToggle::Secondary, "Show hair and cloth"),
    ];
    let there = all.into_iter().filter(|(is_there, ..)| *is_there);
    there.map(|(_, which, name)| (which, name)).collect()
}
