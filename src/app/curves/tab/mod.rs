//! The curves tab: the curves of a node over time, one lane each.

pub(crate) mod input;
pub(crate) mod lane;
pub(crate) mod mouse;

use egui::{
    CursorIcon, Rangef, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::curves::tab::input::{CurvesAction, CurvesInput};
use crate::app::curves::tab::lane::{APART, HEAD, Lane, Scale};
use crate::app::curves::tab::mouse::{actions, follow, inside, mouse};
use crate::app::theme::regular;
use crate::app::widgets::words::chip;
use crate::app::widgets::{cut, ends_typing, switch};
use crate::options::ViewToggle;
use crate::scene::CurveKind;

/// The lowest and the highest lane, in points.
const LANES: Rangef = Rangef { min: 68.0, max: 144.0 };
/// The row with the frames at both ends, in points.
const FOOT: f32 = 22.0;

/// Draws the curves into what is left of the panel, and scrubs, zooms and pans.
pub fn curves_ui(ui: &mut Ui, input: &CurvesInput<'_>, out: &mut Vec<CurvesAction>) {
    kinds(ui, input, out);
    ui.add_space(6.0);
    if input.frame_count == 0 || input.curves.is_empty() {
        let text = if input.frame_count == 0 {
            "No curves: the take is a rest pose without frames."
        } else {
            "This node has no channels in the file."
        };
        ui.label(RichText::new(text).color(input.theme.colours().dim));
        return;
    }
    let count = input.curves.len() as f32;
    let room = ui.available_height() - FOOT;
    let height = LANES.clamp(((room + APART) / count).floor());
    let fits = height * count - APART <= room;
    let scroll = ScrollArea::vertical()
        .id_salt("curves")
        .max_height(room.max(LANES.min))
        .auto_shrink([false, true]);
    let (scale, hovered) = scroll.show(ui, |ui| lanes(ui, input, height, fits, out)).inner;
    foot(ui, input, &scale, hovered);
    if input.curves.iter().any(|curve| curve.series().len() < input.frame_count) {
        ui.ctx().request_repaint();
    }
}

/// Channels or places in the world.
fn kinds(ui: &mut Ui, input: &CurvesInput<'_>, out: &mut Vec<CurvesAction>) {
    const KINDS: [(CurveKind, &str, &str, &str); 2] = [
        (CurveKind::Channels, "Channels", "Channel curves", "Values of the file, in its units"),
        (
            CurveKind::World,
            "World",
            "World position curves",
            "World position of the node, in metres",
        ),
    ];
    let colours = input.theme.colours();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (kind, word, name, tip) in KINDS {
            let is_on = input.kind == kind;
            let response = chip(ui, colours, word, [12.0, 10.0], is_on, |_, _, _| {});
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_on, name));
            if response.on_hover_text(tip).clicked() && !is_on {
                out.push(CurvesAction::ShowKind(kind));
            }
        }
        let follow = ViewToggle::CurvesFollow;
        let (word, tip, on) = (follow.name(), follow.tooltip(), input.follows);
        if switch(ui, input.theme, word, "Follow timeline", on, tip) {
            out.push(CurvesAction::Follow(!on));
        }
    });
}

/// All lanes, with one playhead. Returns where frames are, and the one under the pointer.
fn lanes(
    ui: &mut Ui,
    input: &CurvesInput<'_>,
    height: f32,
    fits: bool,
    out: &mut Vec<CurvesAction>,
) -> (Scale, Option<usize>) {
    const BAR: f32 = 10.0;
    let width = ui.available_width() - if fits { 0.0 } else { BAR };
    // Below the last one there is nothing to be apart from.
    let size = vec2(width, height * input.curves.len() as f32 - APART);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    ends_typing(ui, &response);
    let last = input.frame_count - 1;
    let scale = Scale { x: rect.x_range(), shown: inside(input.shown.clone(), last), last };
    // Where lanes have to be scrolled, the wheel does so over their names.
    let pointer = ui.input(|i| i.pointer.hover_pos());
    let in_head = |y: f32| (y - rect.top()).rem_euclid(height) < HEAD;
    let zooms = response.contains_pointer() && (fits || !pointer.is_some_and(|at| in_head(at.y)));
    let is_panned = mouse(ui, input, &response, &scale, zooms, out);
    actions(ui, input, response.id, out);
    follow(ui, input, &response, &scale, out);
    response.widget_info(|| WidgetInfo::slider(true, input.frame as f64, "Curves"));

    let hovered = response
        .hover_pos()
        .filter(|_| !is_panned && !response.is_pointer_button_down_on())
        .map(|at| scale.frame(at.x));
    let (first, last) = input.range.clone().into_inner();
    let range = Some([first, last]).filter(|range| *range != [0, scale.last]);
    for (index, curve) in input.curves.iter().enumerate() {
        let top = rect.top() + height * index as f32;
        let rect = Rect::from_x_y_ranges(rect.x_range(), top..=top + height);
        let lane = ui.interact(rect, response.id.with(("lane", index)), Sense::empty());
        lane.widget_info(|| WidgetInfo {
            current_text_value: Some(curve.text(input.frame)),
            ..WidgetInfo::labeled(Role::Meter, true, &curve.label)
        });
        if !ui.is_rect_visible(rect) {
            continue;
        }
        Lane { curve, theme: input.theme, scale: &scale, rect, range, frame: input.frame, hovered }
            .paint(ui);
    }
    let icon = if is_panned { CursorIcon::Grabbing } else { CursorIcon::ResizeHorizontal };
    response.on_hover_cursor(icon);
    (scale, hovered)
}

/// The frames at both ends; while the pointer is over a lane, the frame under it as well.
fn foot(ui: &mut Ui, input: &CurvesInput<'_>, scale: &Scale, hovered: Option<usize>) {
    const APART: f32 = 8.0;
    let size = vec2(ui.available_width(), FOOT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let colours = input.theme.colours();
    let painter = ui.painter();
    let y = rect.center().y;
    let mut taken = Rangef::NOTHING;
    if let Some(frame) = hovered {
        let time = frame as f64 * input.frame_time;
        let text = format!("frame {} · {time:.3} s", input.numbering.of(frame));
        let galley = cut(ui, &text, regular(11.0), colours.text, scale.x.span());
        let half = galley.size() * 0.5;
        let most = (scale.x.max - half.x).max(scale.x.min + half.x);
        let x = scale.x(frame as f64).clamp(scale.x.min + half.x, most);
        painter.galley(pos2(x, y) - half, galley, colours.text);
        taken = Rangef::point(x).expand(half.x + APART);
    }
    let ends =
        [(scale.x.min, 0.0, scale.shown.start.ceil()), (scale.x.max, 1.0, scale.shown.end.floor())];
    for (x, part, frame) in ends.into_iter().take(1 + scale.last.min(1)) {
        let number = input.numbering.of(frame as usize).to_string();
        let galley = painter.layout_no_wrap(number, regular(11.0), colours.dim);
        let left = x - part * galley.size().x;
        let span = Rangef::new(left, left + galley.size().x);
        if !span.intersects(taken) {
            painter.galley(pos2(left, y - galley.size().y * 0.5), galley, colours.dim);
        }
    }
}
