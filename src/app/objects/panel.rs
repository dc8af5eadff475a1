//! The objects of a bone in the node tab: their places, angles and sizes, and how one is attached or removed.

use egui::{RichText, Ui, vec2};

use crate::app::playback::typed;
use crate::app::theme::{CONTROL, regular};
use crate::app::widgets::{
    Field, PanelContext, cross_button, cut_name, dim_label, follow_focus, heading, put, switch,
    word_button,
};
use crate::app::{FigureCommand, OpenTake};
use crate::scene::{AttachedObject, ObjectStyle};
use crate::take::{NodeId, in_one_line, rounded};

/// What is attached to a node, and a button to attach more.
pub fn objects_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, node: NodeId) {
    ui.add_space(10.0);
    heading(ui, cx, "Objects");
    let all = open.edits.objects.iter().enumerate();
    for (index, attached) in all.filter(|(_, attached)| attached.node == node) {
        object_ui(ui, cx, index, attached, open.partial.is_none());
        ui.add_space(8.0);
    }
    let tip = "A mesh that this bone takes along: OBJ, GLB or glTF. Or drop a file on the bone with Alt held";
    let button = word_button(ui, cx, "Attach object…", "Attach object", false);
    follow_focus(ui, &button, button.rect);
    cx.ask_if(button.on_hover_text(tip).clicked(), FigureCommand::AskForObject(node));
}

/// One object; where the take `is_whole`, what has no surface cannot be read.
fn object_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    index: usize,
    attached: &AttachedObject,
    is_whole: bool,
) {
    title(ui, cx, index, attached);
    if attached.object.is_none() && is_whole {
        let text = in_one_line(&format!("cannot be read: {}", attached.file.display()));
        let text = RichText::new(text).color(cx.colours.finding);
        ui.add(egui::Label::new(text).wrap());
        return;
    }
    let mut placed = attached.placement;
    let mut changed = false;
    for (values, label, unit) in
        [(&mut placed.position, "Position", "m"), (&mut placed.rotation, "Rotation", "°")]
    {
        changed |= triple(ui, cx, index, label, unit, values);
    }
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(40.0, CONTROL), |ui| dim_label(ui, cx, "Scale"));
        let name = format!("Scale, object {}", index + 1);
        let tip = "Metres in one unit of the file: 0.01 where it is in centimetres";
        changed |= number(ui, cx, &name, &mut placed.scale, 72.0, tip);
        let is_solid = placed.style == ObjectStyle::Solid;
        let name = format!("Solid, object {}", index + 1);
        let tip = "Draw its surface, or the lines around its faces";
        if switch(ui, cx.theme, "Solid", &name, is_solid, tip) {
            changed = true;
            placed.style = if is_solid { ObjectStyle::Wire } else { ObjectStyle::Solid };
        }
    });
    cx.ask_if(changed, FigureCommand::PlaceObject(index, placed));
}

/// The name of its file, and a cross that removes it.
fn title(ui: &mut Ui, cx: &PanelContext, index: usize, attached: &AttachedObject) {
    let size = vec2(ui.available_width(), 24.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let name = attached.file.file_name().unwrap_or_default().to_string_lossy();
    let name = in_one_line(&name);
    let galley = cut_name(ui, &name, regular(13.0), cx.colours.text, size.x - 32.0);
    put(ui, rect.left_center(), galley, cx.colours.text);
    response.on_hover_text(attached.file.display().to_string());
    let cross =
        egui::Rect::from_center_size(rect.right_center() - vec2(12.0, 0.0), vec2(24.0, 24.0));
    let about = format!("Remove {name}, object {}", index + 1);
    let is_pressed = cross_button(ui, cx, cross, &about, "Remove from the bone");
    cx.ask_if(is_pressed, FigureCommand::RemoveObject(index));
}

/// Three numbers along the axes, which can be typed.
fn triple(
    ui: &mut Ui,
    cx: &PanelContext,
    index: usize,
    label: &str,
    unit: &str,
    values: &mut [f32; 3],
) -> bool {
    const GAP: f32 = 6.0;
    dim_label(ui, cx, format!("{label}, {unit}"));
    let width = (ui.available_width() - 2.0 * GAP) / 3.0;
    let mut changed = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (axis, value) in ["X", "Y", "Z"].into_iter().zip(values) {
            let name = format!("{label} {axis}, object {}", index + 1);
            let tip = match label {
                "Rotation" => format!("Degrees about {axis}; about X first, about Z last"),
                _ => format!("{label} along {axis} of the joint, {unit}"),
            };
            changed |= number(ui, cx, &name, value, width, &tip);
        }
    });
    ui.add_space(4.0);
    changed
}

/// A number that can be typed. Returns whether it was.
fn number(
    ui: &mut Ui,
    cx: &PanelContext,
    name: &str,
    value: &mut f32,
    width: f32,
    tip: &str,
) -> bool {
    let shown = rounded((*value).into(), 4).replace('-', "−");
    let typed = Field::new(name, &shown, width, tip).show(ui, cx, typed::number);
    *value = typed.unwrap_or(*value);
    typed.is_some()
}
