//! The node tab: channel values, position and speed of the selected node on this frame.

use egui::{Align2, Color32, Id, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::colours::picker::swatch_colours;
use crate::app::objects::panel::objects_ui;
use crate::app::theme::{regular, semibold};
use crate::app::widgets::{
    ListFocus, PanelContext, cut_name, cut_node, dim_label, gutters, hand, heading, list_row,
    local, paint_swatch, put, row, value_info,
};
use crate::app::{OpenTake, State, widgets};
use crate::scene::{NodeTransform, channel_readings, distance, format_value, speed};
use crate::take::{NodeId, rounded};

/// What is selected, and how it moves.
pub fn node_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let Some(node) = open.primary() else {
        return gutters(ui, |ui| {
            ui.add_space(6.0);
            dim_label(ui, cx, nothing_selected(cx.state));
        });
    };
    egui::ScrollArea::vertical().id_salt("node").auto_shrink([false, false]).show(ui, |ui| {
        gutters(ui, |ui| {
            title(ui, cx, open, node);
            let mut values = Values::new(ui, cx);
            in_the_file(ui, &mut values, open, node);
            placed(ui, &mut values, open, node);
            body(ui, &mut values, open, node);
            values.end(ui);
            objects_ui(ui, cx, open, node);
            ui.add_space(12.0);
        });
    });
}

/// Its colours and its name, and below them its parent's.
fn title(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, node: NodeId) {
    /// The height of the name, and of what is below it.
    const LINES: [f32; 2] = [28.0, 16.0];
    let skeleton = &open.take.skeleton;
    let name = &skeleton[node].name;
    let shown = swatch_colours(&cx.state.colours_of(open), open.parts.of_node(node));
    let size = vec2(ui.available_width(), LINES[0] + LINES[1]);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let mut left = rect.left();
    let middle = rect.top() + LINES[0] * 0.5;
    if !shown.is_empty() {
        let swatch = egui::Rect::from_center_size(pos2(left + 6.5, middle), vec2(13.0, 13.0));
        paint_swatch(ui, cx, swatch, &shown);
        left = swatch.right() + 9.0;
    }
    let parent = skeleton[node].parent.map(|parent| &skeleton[parent].name);
    let place = match (parent, open.edits.selected.len()) {
        (Some(parent), 1) => format!("child of {}", local(parent)),
        (None, 1) if open.take.is_of_markers() => "marker".to_string(),
        (None, 1) => "root".to_string(),
        (_, count) => format!("last of {count} selected"),
    };
    let room = rect.right() - left;
    let galley = cut_node(ui, name, semibold(13.5), cx.colours.text, room);
    put(ui, pos2(left, middle), galley, cx.colours.text);
    let galley = cut_name(ui, &place, regular(13.0), cx.colours.dim, room);
    put(ui, pos2(left, rect.bottom() - LINES[1] * 0.5), galley, cx.colours.dim);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}, {place}")));
    response.on_hover_text(format!("{name}\n{place}"));
}

/// The unit that every length is told in: the one that the take's numbers are in.
fn unit_of(open: &OpenTake) -> &'static str {
    open.stage.unit.symbol().unwrap_or("units")
}

/// The file's own values; those beyond the file's own limits stand out.
fn in_the_file(ui: &mut Ui, values: &mut Values<'_>, open: &OpenTake, node: NodeId) {
    let cx = values.cx;
    let readings = channel_readings(&open.take, &open.stage, node, cx.state.frame_of(open));
    if readings.is_empty() {
        return;
    }
    ui.add_space(10.0);
    heading(ui, cx, "In the file");
    let channels = &open.take.skeleton[node].channels;
    for (reading, channel) in readings.iter().zip(channels) {
        let unit = if channel.is_length() { unit_of(open) } else { reading.unit };
        let text = format_value(reading.value.into(), unit).replace(" °", "°");
        let limits = reading.limits.filter(|_| reading.is_beyond());
        let finding = cx.colours.finding;
        let colour = if limits.is_some() { finding } else { cx.colours.text };
        values.row(ui, &reading.name, &reading.name, "", &text, colour);
        if let Some(limits) = limits {
            widgets::row_in(ui, cx, "", &format!("beyond {}", between(limits)), finding);
        }
    }
}

/// Where it is and how fast it goes.
fn placed(ui: &mut Ui, values: &mut Values<'_>, open: &OpenTake, node: NodeId) {
    let cx = values.cx;
    let frame = cx.state.frame_of(open);
    let take = &open.take;
    let has_parent = take.skeleton[node].parent.is_some();
    let unit = unit_of(open);
    let local = NodeTransform::local(take, node, frame).filter(|_| has_parent);
    let world = NodeTransform::global(take, node, frame);
    for (title, place) in [("Local", local), ("World", world)] {
        let Some(place) = place else { continue };
        ui.add_space(10.0);
        heading(ui, cx, title);
        values.triple(ui, title, "Position", place.position.to_array(), 3, unit);
        if !take.is_of_markers() {
            values.triple(ui, title, "Rotation", place.rotation.to_array(), 1, "°");
        }
    }
    if cx.state.is_gap(node) {
        ui.add_space(10.0);
        heading(ui, cx, "World");
        row(ui, cx, "Position", "missing (occluded)");
        return;
    }
    if take.motion.frame_count() > 1
        && let Some(speed) = speed(take, &open.stage, node, frame)
    {
        // As its curve has it.
        values.row(ui, "Speed", "Speed", "", &format_value(speed, "m/s"), cx.colours.text);
    }
    if let [.., other, _] = open.edits.selected[..]
        && let Some(distance) = distance(take, &open.stage, [node, other], frame)
    {
        let label = format!("To {}", take.skeleton[other].name);
        let text = format_value(distance / open.stage.unit.metres, unit);
        values.row(ui, &label, &label, "", &text, cx.colours.text);
    }
}

/// What the file says of its body, where it does.
fn body(ui: &mut Ui, values: &mut Values<'_>, open: &OpenTake, id: NodeId) {
    let cx = values.cx;
    let skeleton = &open.take.skeleton;
    let node = &skeleton[id];
    let size = skeleton.size(id, open.take.row(cx.state.frame_of(open)));
    let has_limits = node.channels.iter().zip(node.limits()).next().is_some();
    if node.mass().is_none() && size.is_none() && !has_limits {
        return;
    }
    ui.add_space(10.0);
    heading(ui, cx, "Body");
    if let Some(mass) = node.mass() {
        row(ui, cx, "Mass", &mass.text());
    }
    if let Some(size) = size {
        values.triple(ui, "Body", "Box", size.to_array().map(f64::from), 3, unit_of(open));
    }
    let channels = node.channels.iter().zip(node.limits());
    for (index, (channel, &limits)) in channels.enumerate() {
        let label = format!("Limit {}", open.take.channel_name(id, index));
        row(ui, cx, &label, &channel.limits_text(limits, skeleton.angle()));
    }
}

/// A number with as many decimals.
fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // What is rounded to nothing has no sign.
    let is_nothing = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    match text.strip_prefix('-') {
        Some(nothing) if is_nothing => nothing.to_string(),
        Some(below) => format!("−{below}"),
        None => text,
    }
}

/// The numbers of the panel, one a row: a click, or Enter, copies one. They are one stop of the
/// keyboard.
struct Values<'a> {
    cx: &'a PanelContext<'a>,
    stop: ListFocus,
    next: usize,
}

impl<'a> Values<'a> {
    fn count() -> Id {
        Id::unique("values of the node")
    }

    fn name_of(index: usize) -> Id {
        Id::unique(("value of the node", index))
    }

    fn new(ui: &Ui, cx: &'a PanelContext<'a>) -> Self {
        // As many as there were when they were last laid out.
        let count = ui.data(|data| data.get_temp(Self::count())).unwrap_or(0);
        let id = Self::count().with("stop");
        Self { cx, stop: ListFocus::new(ui, id, count, None, Self::name_of), next: 0 }
    }

    fn end(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(Self::count(), self.next));
    }

    /// Three numbers along the axes, and what they are in which group.
    fn triple(
        &mut self,
        ui: &mut Ui,
        group: &str,
        label: &str,
        values: [f64; 3],
        decimals: usize,
        unit: &str,
    ) {
        let space = if unit == "°" { "" } else { " " };
        for (i, (axis, value)) in ["X", "Y", "Z"].into_iter().zip(values).enumerate() {
            let text = format!("{}{space}{unit}", decimal(value, decimals));
            let name = format!("{group} {} {axis}", label.to_lowercase());
            let label = if i == 0 { label } else { "" };
            self.row(ui, &name, label, axis, &text, self.cx.colours.text);
        }
    }

    /// A number with its unit, and what it is called on the screen: a label and an axis.
    fn row(
        &mut self,
        ui: &mut Ui,
        name: &str,
        label: &str,
        axis: &str,
        text: &str,
        colour: Color32,
    ) {
        /// How long the row says that its number was copied, in seconds.
        const COPIED: f64 = 1.2;
        let index = self.next;
        self.next += 1;
        let colours = self.cx.colours;
        let size = vec2(ui.available_width(), 22.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let id = Self::name_of(index);
        let response = list_row(ui, self.cx, &self.stop, index, id, rect, true);
        let now = ui.input(|i| i.time);
        if response.clicked() {
            ui.ctx().copy_text(number_of(text));
            ui.data_mut(|data| data.insert_temp(id, now));
        }
        let copied = ui.data(|data| data.get_temp::<f64>(id));
        let left = copied.map_or(0.0, |copied| copied + COPIED - now);
        if left > 0.0 {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
        let (label, label_colour) =
            if left > 0.0 { ("Copied", colours.accent) } else { (label, colours.dim) };
        let painter = ui.painter();
        let middle = rect.center().y;
        let value = painter.layout_no_wrap(text.to_string(), regular(13.0), colour);
        let at = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right(), middle), value.size());
        painter.galley(at.min, value, colour);
        let axis_at = pos2(rect.left() + 80f32.min(rect.width() * 0.36), middle);
        painter.text(axis_at, Align2::LEFT_CENTER, axis, regular(13.0), colours.dim);
        let end = if axis.is_empty() { at.left() } else { axis_at.x };
        let label = cut_name(ui, label, regular(13.0), label_colour, end - 8.0 - rect.left());
        put(ui, pos2(rect.left(), middle), label, label_colour);
        response.widget_info(|| value_info(Role::Button, name, text));
        hand(response).on_hover_text(format!("{name}: click to copy {}", number_of(text)));
    }
}

/// The number of a text without its unit, as other programs read it.
fn number_of(text: &str) -> String {
    let number = text.trim_end_matches('°').split(' ').next();
    number.unwrap_or_default().replace('−', "-")
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

/// What to do where nothing is selected that could be told of.
pub fn nothing_selected(state: &State) -> &'static str {
    if state.take().is_some_and(|open| open.take.is_of_markers()) {
        "Click a marker in the view or in the list."
    } else {
        "Click a bone in the view or in the list."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_to_nothing_has_no_sign() {
        let texts = [-0.04, 1.26, -7.0].map(|value| decimal(value, 1));
        assert_eq!(texts, ["0.0", "1.3", "−7.0"]);
    }

    #[test]
    fn numbers_are_copied_as_other_programs_read_them() {
        for (shown, copied) in [("−12.500 cm", "-12.500"), ("−7.0°", "-7.0"), ("3.1 rad", "3.1")]
        {
            assert_eq!(number_of(shown), copied);
        }
    }

    #[test]
    fn limits_are_told_from_the_side_that_has_one() {
        assert_eq!(between([-20.0, 45.5]), "−20 to 45.5");
        assert_eq!(between([0.0, f32::INFINITY]), "at least 0");
        assert_eq!(between([f32::NEG_INFINITY, 1.0]), "at most 1");
    }
}
