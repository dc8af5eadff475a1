//! The inspector: the tabs Take, Node, Curves and Checks.

use egui::{Id, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use crate::app::selection::node_tab::{node_ui, nothing_selected};
use crate::app::theme::{CORNER, regular};
use crate::app::widgets::{PanelContext, dim_label, gutters, one_line, put, text_width, underline};
use crate::app::{
    CurvesAction, CurvesInput, DisplayCommand, InterfaceCommand, PlaybackCommand, TimelineCommand,
    checks::panel::checks_ui, curves_ui, notes::panel::notes_ui, takes::take_tab::take_ui,
};
use crate::options::{Tab, ViewToggle};

pub fn inspector_ui(ui: &mut Ui, cx: &PanelContext) {
    gutters(ui, |ui| tabs(ui, cx));
    ui.add_space(8.0);
    match cx.state.interface.panels.tab {
        Tab::Take => take_ui(ui, cx),
        Tab::Node => node_ui(ui, cx),
        Tab::Curves => fitted(ui, "curves", |ui| gutters(ui, |ui| curves(ui, cx))),
        Tab::Notes => fitted(ui, "notes", |ui| notes_ui(ui, cx)),
        Tab::Checks => fitted(ui, "checks", |ui| checks_ui(ui, cx)),
    }
}

/// A tab that takes the height there is; what needs more than that scrolls as a whole.
fn fitted(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    let id = Id::unique(("height of a tab", name));
    let size = ui.available_size();
    let is_low = |height: f32| height > size.y + 1.0;
    let before: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let whole = |ui: &mut Ui| ui.allocate_ui(size, contents).response.rect.height();
    let height = if is_low(before) {
        ScrollArea::vertical().id_salt(name).auto_shrink(false).show(ui, whole).inner
    } else {
        whole(ui)
    };
    ui.data_mut(|data| data.insert_temp(id, height));
    if is_low(height) != is_low(before) {
        ui.ctx().request_discard("a tab is higher or lower than before");
    }
}

/// The curves of the selected node.
fn curves(ui: &mut Ui, cx: &PanelContext) {
    let state = cx.state;
    let (Some(open), Some(of)) = (state.take(), state.interface.curves_of(&state.session)) else {
        return dim_label(ui, cx, nothing_selected(state));
    };
    let timeline = &state.session.timeline;
    let own = |frame: usize| timeline.frame_of(open, frame as f64);
    let (first, last) = state.session.playback.range().into_inner();
    let follows = state.is_on(ViewToggle::CurvesFollow);
    let input = CurvesInput {
        theme: cx.theme,
        kind: state.interface.curves,
        curves: state.interface.curve_data.get(of),
        shown: if follows {
            state.session.span.map(|span| timeline.part_of(open, span))
        } else {
            state.session.curve_span
        }
        .map(|[first, last]| first..last),
        follows,
        frame: state.frame_of(open),
        is_playing: state.session.playback.is_playing(),
        range: own(first)..=own(last),
        frame_count: open.take.motion.frame_count(),
        frame_time: open.take.motion.frame_time(),
        numbering: state.numbering(),
    };
    let mut asked = Vec::new();
    curves_ui(ui, &input, &mut asked);
    for action in asked {
        match action {
            CurvesAction::Seek(frame) => {
                cx.ask(PlaybackCommand::Seek(timeline.frame(frame as i64)));
            }
            CurvesAction::ShowSpan(span) => {
                let span = span.map(|span| [span.start, span.end]);
                cx.ask(if follows {
                    TimelineCommand::ShowSpan(span.map(|span| timeline.of_active(span)))
                } else {
                    TimelineCommand::ShowCurveSpan(span)
                });
            }
            CurvesAction::Follow(follow) => {
                cx.ask(DisplayCommand::Set(ViewToggle::CurvesFollow, follow));
            }
            CurvesAction::ShowKind(kind) => cx.ask(InterfaceCommand::CurvesOf(kind)),
        }
    }
}

fn tabs(ui: &mut Ui, cx: &PanelContext) {
    /// What is left free beside a name at least.
    const LEAST: f32 = 7.0;
    let colours = cx.colours;
    let count = match cx.state.take().map_or(0, |open| open.review.count()) {
        0 => String::new(),
        count @ ..1000 => count.to_string(),
        _ => "999+".to_string(),
    };
    let count_of = |tab: Tab| if tab == Tab::Checks { count.as_str() } else { "" };
    let width = |tab: Tab| {
        let count = count_of(tab);
        let between = if count.is_empty() { 0.0 } else { 5.0 };
        text_width(ui, tab.name(), 13.0) + between + text_width(ui, count, 13.0)
    };
    let widths = Tab::ALL.map(width);
    let words: f32 = widths.iter().sum();
    let between = 2.0 * (Tab::ALL.len() - 1) as f32;
    // What is less than a point is rounding.
    let room = ui.available_width() - between - words - 1.0;
    // A narrow panel has its tabs closer together, and a very narrow one has them in two rows.
    let margin = (room / Tab::ALL.len() as f32).min(20.0);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let layout = layout.with_main_wrap(margin < LEAST);
    let size = vec2(ui.available_width(), 26.0);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        let margin = margin.max(LEAST);
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for (tab, width) in Tab::ALL.into_iter().zip(widths) {
            let chosen = cx.state.interface.panels.tab == tab;
            let colour = if chosen { colours.text } else { colours.dim };
            let size = vec2(width + margin, 26.0);
            let (name, count) = (tab.name(), count_of(tab));
            let galley = one_line(ui, name, regular(13.0), colour);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            if chosen || response.hovered() {
                ui.painter().rect_filled(rect, CORNER, colours.raised);
            }
            if chosen {
                underline(ui, cx, rect);
            }
            put(ui, rect.left_center() + vec2(margin * 0.5, 0.0), galley, colour);
            if !count.is_empty() {
                let galley = one_line(ui, count, regular(13.0), colours.finding);
                let at = rect.right_center() - vec2(margin * 0.5 + galley.size().x, 0.0);
                put(ui, at, galley, colours.finding);
            }
            let name = format!("{name} {count}");
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, chosen, name.trim_end()));
            cx.ask_if(response.clicked(), InterfaceCommand::ShowTab(tab));
        }
    });
}
