//! The labels of pinned measures in the view: the value on the frame that shows; a click copies it.

use egui::{
    Color32, Popup, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use crate::app::curves::command::{CurveId, CurveSource, CurvesCommand};
use crate::app::theme::{regular, semibold};
use crate::app::widgets::menu_rows::{Mark, command_row, line, row, set_menu_width};
use crate::app::widgets::{PanelContext, is_near, one_line};
use crate::app::{
    interface::command::InterfaceCommand, measures::apply::MeasureReading,
    measures::command::MeasuresCommand, takes::command::TakesCommand,
};
use crate::options::Panel;

/// The labels, each beside what it is about, in the rectangle of the view and off what is `taken`. Returns that, and where
/// they are.
pub fn measures(ui: &Ui, rect: Rect, cx: &PanelContext, mut taken: Vec<Rect>) -> Vec<Rect> {
    for (measured, at) in cx.state.measures_in_view() {
        let at = rect.min + vec2(at.x, at.y);
        if rect.contains(at) {
            label(ui, rect, cx, measured, at, &mut taken);
        }
    }
    taken
}

fn label(
    ui: &Ui,
    rect: Rect,
    cx: &PanelContext,
    measured: &MeasureReading,
    at: Pos2,
    taken: &mut Vec<Rect>,
) {
    /// From the point to the label.
    const AWAY: Vec2 = vec2(12.0, 8.0);
    const MARGIN: Vec2 = vec2(8.0, 4.0);
    let Some(open) = cx.state.session.takes.find(measured.take) else { return };
    let colours = cx.colours;
    let kind = measured.measure.kind;
    let value = measured.text();
    let small = |text: &str| one_line(ui, text, regular(11.0), colours.dim);
    let mut lines = vec![small(kind.label()), one_line(ui, &value, semibold(13.0), colours.text)];
    // Where masses come from belongs to what is weighed.
    lines.extend(measured.mass_source.map(|source| small(&format!("masses of {source}"))));
    let widths = lines.iter().map(|line| line.size().x);
    let height: f32 = lines.iter().map(|line| line.size().y).sum();
    let size = vec2(widths.fold(0.0, f32::max), height) + MARGIN * 2.0;
    let inside = rect.shrink(6.0);
    let corner = (at + AWAY).clamp(inside.min, (inside.max - size).max(inside.min));
    let clear = |mut bubble: Rect, shift: &dyn Fn(&Rect, Rect) -> f32| {
        while let Some(other) = taken.iter().find(|other| other.intersects(bubble)) {
            bubble = bubble.translate(vec2(0.0, shift(other, bubble)));
        }
        bubble
    };
    // Below those that are there; above them, where the view ends.
    let place = Rect::from_min_size(corner, size);
    let mut bubble = clear(place, &|other, own| other.bottom() + 3.0 - own.top());
    if bubble.bottom() > inside.bottom() {
        bubble = clear(place, &|other, own| other.top() - 3.0 - own.bottom());
    }
    taken.push(bubble);
    let id = ui.scope_id().with(("measure", measured.take, &measured.measure));
    let response = ui.interact(bubble, id, Sense::click());
    let painter = ui.painter_at(rect);
    painter.rect_filled(bubble, 6.0, colours.bubble.gamma_multiply(0.92));
    let [r, g, b, _] = cx.theme.palette().guide;
    let edge = if is_near(&response) {
        colours.accent
    } else {
        Color32::from_rgb(r, g, b).gamma_multiply(0.7)
    };
    painter.rect_stroke(bubble, 6.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let mut at = bubble.min + MARGIN;
    for line in lines {
        let height = line.size().y;
        painter.galley(at, line, colours.text);
        at.y += height;
    }
    let name = measured.measure.label(&open.take.skeleton);
    response.widget_info(|| WidgetInfo {
        current_text_value: Some(value.clone()),
        ..WidgetInfo::labeled(Role::Button, true, format!("Measure {name}"))
    });
    let response =
        response.on_hover_text(format!("{name}\nClick to copy the value, right click for more"));
    let copies = MeasuresCommand::Copy(measured.take, measured.measure.clone());
    cx.ask_if(response.clicked(), copies);
    Popup::context_menu(&response).show(|ui| menu(ui, cx, measured));
}

fn menu(ui: &mut Ui, cx: &PanelContext, measured: &MeasureReading) {
    set_menu_width(ui, 200.0);
    let (take, measure) = (measured.take, &measured.measure);
    if row(ui, cx, Mark::None, "Show curve", &[]).clicked() {
        cx.ask_if(!cx.state.session.takes.is_active(take), TakesCommand::Activate(take));
        let shows = InterfaceCommand::TogglePanel(Panel::Curves);
        cx.ask_if(!cx.state.interface.panels.curves, shows);
        for component in 0..measured.values.len() {
            let source = CurveSource::Measure(measure.clone());
            cx.ask(CurvesCommand::ShowCurve(CurveId { source, component }, true));
        }
        ui.close();
    }
    command_row(ui, cx, "Copy value", MeasuresCommand::Copy(take, measure.clone()));
    line(ui, cx);
    command_row(ui, cx, "Remove", MeasuresCommand::Remove(take, measure.clone()));
}
