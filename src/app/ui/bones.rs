//! The bones panel: the node tree of the take, with a swatch for the bones of each node.

use egui::{
    Align2, Color32, Popup, PopupCloseBehavior, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, color_picker, pos2, vec2,
};

use super::widgets::{cut, field_frame, hand, heading, paint_swatch, switch, word_button};
use super::{gutters, icons};
use crate::app::command::Command;
use crate::app::state::{OpenTake, State};
use crate::app::theme::{CONTROL, GUTTER, regular};
use crate::scene::Rgba;
use crate::take::{NodeId, Tip};

const ROW: f32 = 22.0;
const SWATCH: f32 = 12.0;

/// The node tree, with search.
pub fn bones_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(open) = state.take() else { return };
    gutters(ui, |ui| {
        let markers = open.take.is_of_markers();
        heading(ui, state.theme, if markers { "Markers" } else { "Bones" });
        ui.add_space(4.0);
        if open.take.skeleton.nodes().is_empty() {
            ui.weak("None: the take is a mesh alone.");
            return switches(ui, state, open, commands);
        }
        ui.horizontal(|ui| {
            search(ui, state, open, commands);
            let picked = open.picked.iter().any(Option::is_some);
            if picked {
                let reset = word_button(ui, state.theme, "Reset", "Reset colours", false);
                if reset
                    .on_hover_text("Colour everything by its side again")
                    .clicked()
                {
                    commands.push(Command::ResetColours);
                }
            }
        });
        switches(ui, state, open, commands);
        ui.add_space(8.0);
    });
    if open.take.skeleton.nodes().is_empty() {
        return;
    }
    let letters = state.search.to_lowercase();
    let listed: Vec<NodeId> = open
        .take
        .skeleton
        .iter()
        .filter(|(_, node)| letters.is_empty() || node.name.to_lowercase().contains(&letters))
        .map(|(id, _)| id)
        .collect();
    if listed.is_empty() {
        gutters(ui, |ui| {
            let what = match open.take.is_of_markers() {
                true => "marker",
                false => "node",
            };
            ui.weak(format!("No {what} has “{}” in its name.", state.search));
        });
        return;
    }
    egui::ScrollArea::vertical()
        .id_salt("bones")
        .auto_shrink([false, false])
        .show_rows(ui, ROW, listed.len(), |ui, range| {
            for &node in &listed[range] {
                node_row(ui, state, open, node, commands);
            }
        });
}

/// What else can be drawn, of a take that has it.
fn switches(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    let (boxes, meshes) = (open.take.has_boxes(), !open.take.meshes.is_empty());
    if !boxes && !meshes {
        return;
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let tip = "The boxes around bones";
        if boxes && switch(ui, state.theme, "Boxes", "Show boxes", state.boxes, tip) {
            commands.push(Command::ShowBoxes(!state.boxes));
        }
        let tip = "Skins and other meshes";
        if meshes && switch(ui, state.theme, "Meshes", "Show meshes", state.meshes, tip) {
            commands.push(Command::ShowMeshes(!state.meshes));
        }
    });
}

fn search(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    let colours = state.theme.colours();
    let mut letters = state.search.clone();
    let what = match open.take.is_of_markers() {
        true => "markers",
        false => "nodes",
    };
    let hint = format!("Search {} {what}", open.take.skeleton.nodes().len());
    let reset = open.picked.iter().any(Option::is_some);
    let width = ui.available_width() - if reset { 72.0 } else { 0.0 };
    let edit = egui::TextEdit::singleline(&mut letters)
        .hint_text(egui::RichText::new(hint).color(colours.dim))
        .desired_width(width - 40.0)
        .align(egui::Align2::LEFT_CENTER)
        .text_color(colours.text)
        .frame(field_frame(state.theme, 28));
    let response = ui.add_sized(vec2(width, CONTROL), edit);
    let glass = response.rect.left_center() + vec2(14.0, 0.0);
    icons::magnifier(ui.painter(), glass, colours.dim);
    let response = response.accessible_name("Search nodes");
    if response.changed() {
        commands.push(Command::Search(letters));
    }
}

fn depth_of(open: &OpenTake, node: NodeId) -> usize {
    let skeleton = &open.take.skeleton;
    std::iter::successors(skeleton[node].parent, |&node| skeleton[node].parent).count()
}

fn node_row(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    node: NodeId,
    commands: &mut Vec<Command>,
) {
    let colours = state.theme.colours();
    let skeleton = &open.take.skeleton;
    let name = &skeleton[node].name;
    let hidden = open.hidden[node.index()];
    let selected = open.selected == Some(node);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
    let response = hand(response);
    if selected || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 0.0, colours.raised);
    }
    let middle = rect.center().y;
    // Deep trees bend to the panel: names stay readable, and the order tells the rest.
    let indent = (11.0 * depth_of(open, node) as f32).min(width * 0.42);
    let swatch = Rect::from_center_size(
        pos2(rect.left() + GUTTER + indent + SWATCH * 0.5, middle),
        vec2(SWATCH, SWATCH),
    );
    swatch_ui(ui, state, open, node, swatch, commands);

    let dot = Rect::from_center_size(pos2(rect.right() - GUTTER - 7.0, middle), vec2(20.0, ROW));
    let dot_response = ui.interact(dot, response.id.with("visible"), Sense::click());
    if hidden {
        let line = Stroke::new(1.3, colours.dim);
        ui.painter().circle_stroke(dot.center(), 3.4, line);
    } else {
        ui.painter().circle_filled(dot.center(), 3.8, colours.dim);
    }
    let shown = if hidden { "Show" } else { "Hide" };
    dot_response.widget_info(|| {
        WidgetInfo::selected(Role::CheckBox, true, !hidden, format!("Show {name}"))
    });
    let parts = open.parts.of_node(node);
    let is_point = parts.iter().any(|&part| part >= skeleton.bones().len());
    let tip = match is_point {
        true => format!("{shown} {name}"),
        false => format!("{shown} the bones of {name}"),
    };
    if dot_response.on_hover_text(tip).clicked() {
        commands.push(Command::Show(node, hidden));
    }

    let gap = state.is_gap(node);
    let colour = match hidden || gap {
        true => colours.dim,
        false => colours.text,
    };
    let left = swatch.right() + 9.0;
    let galley = cut(ui, name, regular(13.0), colour, dot.left() - 4.0 - left);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(left, middle), galley.size());
    ui.painter().galley(at.min, galley, colour);
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, name));
    let response = match gap {
        true => response.on_hover_text("Has no place on this frame"),
        false => response,
    };
    if response.double_clicked() {
        commands.push(Command::Focus(node));
    } else if response.clicked() {
        commands.push(Command::Select(if selected { None } else { Some(node) }));
    }
}

fn colour32([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// The swatch of a node's bones; a click opens the picker.
fn swatch_ui(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    node: NodeId,
    rect: Rect,
    commands: &mut Vec<Command>,
) {
    let parts = open.parts.of_node(node);
    let name = &open.take.skeleton[node].name;
    if parts.is_empty() {
        let line = Stroke::new(1.0, state.theme.colours().line);
        ui.painter()
            .rect_stroke(rect, 3.5, line, StrokeKind::Inside);
        return;
    }
    let mut shown: Vec<Color32> = Vec::new();
    for &part in parts {
        let colour = colour32(open.colour(part, state.theme));
        if !shown.contains(&colour) {
            shown.push(colour);
        }
    }
    shown.truncate(4);
    paint_swatch(ui, rect, &shown);
    let id = ui.scope_id().with(("swatch", node.index()));
    let response = ui.interact(rect.expand2(vec2(2.0, 5.0)), id, Sense::click());
    response
        .widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, format!("Colour of {name}")));
    if response.has_focus() || response.hovered() {
        let line = Stroke::new(1.5, state.theme.colours().text);
        ui.painter()
            .rect_stroke(rect.expand(1.5), 4.5, line, StrokeKind::Outside);
    }
    let response = hand(response).on_hover_text(format!("Colour of {name}"));
    Popup::menu(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| picker(ui, state, open, parts, commands));
}

/// A picker for all of a node's bones, and one for each where there are several.
fn picker(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    parts: &[usize],
    commands: &mut Vec<Command>,
) {
    let skeleton = &open.take.skeleton;
    let mut colour = colour32(open.colour(parts[0], state.theme));
    if color_picker::color_picker_color32(ui, &mut colour, color_picker::Alpha::Opaque) {
        commands.push(Command::Colour {
            parts: parts.to_vec(),
            colour: colour.to_array(),
        });
    }
    if parts.len() < 2 {
        return;
    }
    ui.add_space(8.0);
    // Several parts of one node are bones: it has one point at most, and then no bone.
    for &bone in parts {
        let end = match skeleton.bones()[bone].tip {
            Tip::Node(child) => skeleton[child].name.as_str(),
            Tip::Local(_) => "end",
        };
        ui.horizontal(|ui| {
            let mut colour = colour32(open.colour(bone, state.theme));
            let button =
                color_picker::color_edit_button_srgba(ui, &mut colour, color_picker::Alpha::Opaque);
            if button.accessible_name(format!("Colour to {end}")).changed() {
                commands.push(Command::Colour {
                    parts: vec![bone],
                    colour: colour.to_array(),
                });
            }
            ui.label(format!("to {end}"));
        });
    }
}
