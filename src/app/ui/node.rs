//! The node tab: what the file says of the selected node on this frame, and what can be measured.

use egui::{RichText, Role, Sense, Ui, WidgetInfo, vec2};

use super::gutters;
use super::names::{cut_node, local};
use super::widgets::{self, heading, paint_swatch, row};
use crate::app::state::{OpenTake, State};
use crate::app::theme::{regular, semibold};
use crate::scene::{Placement, distance, readings, speed};
use crate::take::{NodeId, rounded};

/// What is selected, and how it moves.
pub fn node_ui(ui: &mut Ui, state: &State) {
    let Some(open) = state.take() else { return };
    let Some(node) = open.primary() else {
        return gutters(ui, |ui| {
            ui.add_space(6.0);
            let text = "Click a bone in the view or in the list.";
            ui.label(RichText::new(text).color(state.theme.colours().dim));
        });
    };
    egui::ScrollArea::vertical()
        .id_salt("node")
        .auto_shrink([false, false])
        .show(ui, |ui| {
            gutters(ui, |ui| {
                title(ui, state, open, node);
                in_the_file(ui, state, open, node);
                placed(ui, state, open, node);
                body(ui, state, open, node);
                ui.add_space(12.0);
            });
        });
}

/// Its colours, its name and its parent's.
fn title(ui: &mut Ui, state: &State, open: &OpenTake, node: NodeId) {
    let colours = state.theme.colours();
    let skeleton = &open.take.skeleton;
    let name = &skeleton[node].name;
    let of_parts = state.colours_of(open);
    let mut shown: Vec<egui::Color32> = Vec::new();
    for &part in open.parts.of_node(node) {
        let [r, g, b, a] = of_parts[part];
        let colour = egui::Color32::from_rgba_unmultiplied(r, g, b, a);
        if !shown.contains(&colour) && shown.len() < 4 {
            shown.push(colour);
        }
    }
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let mut left = rect.left();
    if !shown.is_empty() {
        let at = egui::pos2(left + 6.5, rect.center().y);
        let swatch = egui::Rect::from_center_size(at, vec2(13.0, 13.0));
        paint_swatch(ui, swatch, &shown);
        left = swatch.right() + 9.0;
    }
    let parent = skeleton[node].parent.map(|parent| &skeleton[parent].name);
    let of_whom = match (parent, open.selected.len()) {
        (Some(parent), 1) => format!("child of {}", local(parent)),
        (None, 1) if open.take.is_of_markers() => "marker".to_string(),
        (None, 1) => "root".to_string(),
        (_, count) => format!("last of {count} selected"),
    };
    let room = rect.right() - left;
    let font = semibold(13.5);
    let name_galley = cut_node(ui, name, font, colours.text, room * 0.62);
    let right = left + name_galley.size().x + 12.0;
    let at = egui::pos2(left, rect.center().y - name_galley.size().y * 0.5);
    ui.painter().galley(at, name_galley, colours.text);
    let whom = widgets::cut(
        ui,
        &of_whom,
        regular(13.0),
        colours.dim,
        rect.right() - right,
    );
    let at = egui::pos2(
        rect.right() - whom.size().x,
        rect.center().y - whom.size().y * 0.5,
    );
    ui.painter().galley(at, whom, colours.dim);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}, {of_whom}")));
    response.on_hover_text(format!("{name}\n{of_whom}"));
}

/// The file's own values; those beyond the file's own limits stand out.
fn in_the_file(ui: &mut Ui, state: &State, open: &OpenTake, node: NodeId) {
    let frame = state.frame_of(open);
    let readings = readings(&open.take, &open.stage, node, frame);
    if readings.is_empty() {
        return;
    }
    ui.add_space(10.0);
    heading(ui, state.theme, "In the file");
    for reading in &readings {
        if !reading.is_beyond() {
            row(ui, state, &reading.name, &reading.text());
            continue;
        }
        let limits = reading.limits.unwrap_or([f32::NEG_INFINITY, f32::INFINITY]);
        let told = format!("{} · beyond {}", reading.text(), between(limits));
        widgets::row_in(
            ui,
            state,
            &reading.name,
            &told,
            state.theme.colours().finding,
        );
    }
}

/// Where it is and how fast it goes.
fn placed(ui: &mut Ui, state: &State, open: &OpenTake, node: NodeId) {
    let frame = state.frame_of(open);
    let take = &open.take;
    let is_turned = !take.is_of_markers();
    let has_parent = take.skeleton[node].parent.is_some();
    let places = [
        (
            "Local",
            Placement::local(take, node, frame).filter(|_| has_parent),
        ),
        ("World", Placement::global(take, node, frame)),
    ];
    for (title, place) in places {
        let Some(place) = place else { continue };
        ui.add_space(10.0);
        heading(ui, state.theme, title);
        row(ui, state, "Position", &triple(place.position.to_array(), 3));
        if is_turned {
            let rotation = triple(place.rotation.to_array(), 1);
            row(ui, state, "Rotation", &format!("{rotation} °"));
        }
    }
    if state.is_gap(node) {
        ui.add_space(10.0);
        heading(ui, state.theme, "World");
        row(ui, state, "Position", "no place on this frame");
        return;
    }
    if take.motion.frame_count() > 1
        && let Some(speed) = speed(take, &open.stage, node, frame)
    {
        row(ui, state, "Speed", &format!("{speed:.2} m/s"));
    }
    if let [.., other, _] = open.selected[..]
        && let Some(metres) = distance(take, &open.stage, [node, other], frame)
    {
        let label = format!("To {}", take.skeleton[other].name);
        row(ui, state, &label, &length(metres));
    }
}

/// What the file says of its body, where it does.
fn body(ui: &mut Ui, state: &State, open: &OpenTake, id: NodeId) {
    let skeleton = &open.take.skeleton;
    let node = &skeleton[id];
    let size = skeleton.size(id, open.take.row(state.frame_of(open)));
    let has_limits = node.channels.iter().zip(node.limits()).next().is_some();
    if node.mass().is_none() && size.is_none() && !has_limits {
        return;
    }
    ui.add_space(10.0);
    heading(ui, state.theme, "Body");
    if let Some(mass) = node.mass() {
        row(ui, state, "Mass", &mass.text());
    }
    if let Some(size) = size {
        let sides = size.to_array().map(|side| rounded(side.into(), 3));
        row(ui, state, "Box", &sides.join(" × "));
    }
    let channels = node.channels.iter().zip(node.limits());
    for (index, (channel, &limits)) in channels.enumerate() {
        let text = channel.limits_text(limits, skeleton.angle());
        let name = open.take.channel_name(id, index);
        row(ui, state, &format!("Limit {name}"), &text);
    }
}

/// Three numbers side by side, with as many decimals each.
fn triple(values: [f64; 3], decimals: usize) -> String {
    values
        .map(|value| {
            let text = format!("{value:.decimals$}");
            // What is rounded to nothing has no sign.
            let is_nothing = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
            match text.strip_prefix('-') {
                Some(nothing) if is_nothing => nothing.to_string(),
                Some(below) => format!("−{below}"),
                None => text,
            }
        })
        .join("  ")
}

/// A length as people say it.
fn length(metres: f64) -> String {
    match metres {
        m if m >= 1.0 => format!("{m:.3} m"),
        m if m >= 0.01 => format!("{:.1} cm", m * 100.0),
        m => format!("{:.1} mm", m * 1000.0),
    }
}

/// Limits as people say them.
fn between([low, high]: [f32; 2]) -> String {
    let text = |value: f32| rounded(value.into(), 3).replace('-', "−");
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} to {}", text(low), text(high)),
        (true, false) => format!("at least {}", text(low)),
        _ => format!("at most {}", text(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_in_the_unit_that_people_would_use() {
        for (metres, text) in [(1.5, "1.500 m"), (0.6144, "61.4 cm"), (0.0032, "3.2 mm")] {
            assert_eq!(length(metres), text);
        }
    }

    #[test]
    fn what_is_rounded_to_nothing_has_no_sign() {
        assert_eq!(triple([-0.04, 1.26, -7.0], 1), "0.0  1.3  −7.0");
    }

    #[test]
    fn limits_are_told_from_the_side_that_has_one() {
        assert_eq!(between([-20.0, 45.5]), "−20 to 45.5");
        assert_eq!(between([0.0, f32::INFINITY]), "at least 0");
        assert_eq!(between([f32::NEG_INFINITY, 1.0]), "at most 1");
    }
}
