//! The inspector: the tabs Take, Node and Curves.

use egui::{Align2, Role, Sense, Ui, WidgetInfo, vec2};

use super::context::PanelContext;
use super::curve_input::{CurvesAction, CurvesInput};
use super::curves::curves_ui;
use super::node::nothing_selected;
use super::text::{one_line, text_width};
use super::widgets::gutters;
use super::{node, take};
use crate::app::command::{
    Command, DisplayCommand, InterfaceCommand, PlaybackCommand, TimelineCommand,
};
use crate::app::options::{Tab, ViewToggle};
use crate::app::theme::regular;

/// The tabs, and the one that shows below them.
pub fn inspector_ui(ui: &mut Ui, cx: &PanelContext) {
    gutters(ui, |ui| tabs(ui, cx));
    ui.add_space(8.0);
    match cx.state.interface.panels.tab {
        Tab::Take => take::take_ui(ui, cx),
        Tab::Node => node::node_ui(ui, cx),
        Tab::Curves => gutters(ui, |ui| curves(ui, cx)),
    }
}

/// The curves of the selected node.
fn curves(ui: &mut Ui, cx: &PanelContext) {
    let state = cx.state;
    let (Some(open), Some(of)) = (state.take(), state.interface.curves_of(&state.session)) else {
        let text = nothing_selected(state);
        ui.label(egui::RichText::new(text).color(cx.colours.dim));
        return;
    };
    let timeline = &state.session.timeline;
    let own = |frame: usize| timeline.number(frame).clamp(0, open.last() as i64) as usize;
    let (first, last) = state.session.playback.range().into_inner();
    let follows = state.is_on(ViewToggle::CurvesFollow);
    let input = CurvesInput {
        theme: cx.theme,
        kind: state.interface.curves,
        curves: state.interface.curve_data.get(of),
        shown: match follows {
            true => state.session.span.map(|span| timeline.part_of(open, span)),
            false => state.session.curve_span,
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
    cx.ask_all(asked.into_iter().map(|action| match action {
        CurvesAction::Seek(frame) => {
            Command::Playback(PlaybackCommand::Seek(timeline.frame(frame as i64)))
        }
        CurvesAction::ShowSpan(span) => {
            let span = span.map(|span| [span.start, span.end]);
            match follows {
                true => Command::Timeline(TimelineCommand::ShowSpan(
                    span.map(|span| timeline.of_active(span)),
                )),
                false => Command::Timeline(TimelineCommand::ShowCurveSpan(span)),
            }
        }
        CurvesAction::Follow(follow) => {
            Command::Display(DisplayCommand::Set(ViewToggle::CurvesFollow, follow))
        }
        CurvesAction::ShowKind(kind) => Command::Interface(InterfaceCommand::CurvesOf(kind)),
    }));
}

fn tabs(ui: &mut Ui, cx: &PanelContext) {
    let colours = cx.colours;
    let words = Tab::ALL.map(|tab| text_width(ui, tab.name(), 13.0));
    let words: f32 = words.iter().sum();
    // A narrow panel has its tabs closer together.
    let margin = ((ui.available_width() - 4.0 - words) / Tab::ALL.len() as f32).clamp(4.0, 20.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for tab in Tab::ALL {
            let chosen = cx.state.interface.panels.tab == tab;
            let colour = if chosen { colours.text } else { colours.dim };
            let galley = one_line(ui, tab.name(), regular(13.0), colour);
            let size = vec2(galley.size().x + margin, 26.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            if chosen || response.hovered() {
                ui.painter().rect_filled(rect, 6.0, colours.raised);
            }
            if chosen {
                let line = rect.with_min_y(rect.bottom() - 2.0).shrink2(vec2(6.0, 0.0));
                ui.painter().rect_filled(line, 1.0, colours.accent);
            }
            let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
            ui.painter().galley(at.min, galley, colour);
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, chosen, tab.name()));
            if response.clicked() {
                cx.ask(InterfaceCommand::ShowTab(tab));
            }
        }
    });
}
