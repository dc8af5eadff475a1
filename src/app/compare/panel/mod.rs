//! The comparison panel: mode, alignment, sync, matched bones, and the joints that differ most.

pub(crate) mod matches;
pub(crate) mod row;
pub(crate) mod sync;
pub(crate) mod worst;

use egui::{Popup, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::compare::AlignChoice;
use crate::app::compare::command::CompareCommand;
use crate::app::compare::panel::row::{labelled, opener};
use crate::app::theme::{CONTROL, CORNER, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::text::{one_line, put, text_width};
use crate::app::widgets::{gutters, hand, heading, word_button};
use crate::options::CompareMode;

/// The buttons that say as what takes are compared, where there is more than one.
pub fn modes_ui(ui: &mut Ui, cx: &PanelContext) {
    if cx.state.session.reference().is_none() {
        return;
    }
    ui.add_space(6.0);
    gutters(ui, |ui| {
        /// Between two buttons, in points.
        const GAP: f32 = 4.0;
        let width = ui.available_width() - 3.0 * GAP;
        let words = |size: f32| -> f32 {
            let modes = CompareMode::ALL.iter();
            modes.map(|mode| text_width(ui, mode.name(), size)).sum()
        };
        // A narrow panel has smaller words closer together.
        let size = if width - words(13.0) > 56.0 { 13.0 } else { 12.0 };
        let margin = ((width - words(size)) / 4.0).clamp(8.0, 24.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for mode in CompareMode::ALL {
                mode_button(ui, cx, mode, size, margin);
            }
        });
    });
}

fn mode_button(ui: &mut Ui, cx: &PanelContext, mode: CompareMode, size: f32, margin: f32) {
    let colours = cx.colours;
    let is_on = cx.state.session.compare_mode() == mode;
    let colour = if is_on { colours.on_accent } else { colours.text };
    let galley = one_line(ui, mode.name(), regular(size), colour);
    let place = vec2(galley.size().x + margin, CONTROL);
    let (rect, response) = ui.allocate_exact_size(place, Sense::click());
    let near = response.hovered() || response.has_focus();
    let fill = match (is_on, near) {
        (true, _) => colours.accent,
        (false, true) => colours.raised.lerp_to_gamma(colours.text, 0.08),
        (false, false) => colours.raised,
    };
    ui.painter().rect_filled(rect, CORNER, fill);
    let at = rect.left_center() + vec2(margin * 0.5, 0.0);
    put(ui, at, galley, colour);
    let name = format!("Compare: {}", mode.name());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
    let about = match mode {
        CompareMode::Off => "",
        CompareMode::Difference => "Colour each bone by its distance from the reference",
        CompareMode::AB => "Show only one of both",
        CompareMode::SideBySide => "Show each take in a part of the view, with one camera",
        CompareMode::Overlay => "Show all takes in one view, aligned",
    };
    let command = match mode {
        CompareMode::AB => CompareCommand::Flick,
        mode => CompareCommand::Toggle(mode),
    };
    let tip = cx.tip(about, command);
    if hand(response).on_hover_text(tip).clicked() {
        cx.ask(CompareCommand::Toggle(mode));
    }
}

/// How the active take is compared with the reference, and what came of it; nothing where it is not.
pub fn compare_ui(ui: &mut Ui, cx: &PanelContext) {
    ui.add_space(10.0);
    gutters(ui, |ui| {
        heading(ui, cx, "Compare");
        ui.add_space(2.0);
        reference_row(ui, cx);
        align_row(ui, cx);
        sync::sync_row(ui, cx);
        sync::found_row(ui, cx);
        matches::bones_row(ui, cx);
    });
    ui.add_space(10.0);
    worst::worst_ui(ui, cx);
}

/// Which take is the reference, where there are several to choose from.
fn reference_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let Some(reference) = session.reference().filter(|_| session.takes.len() > 2) else {
        return;
    };
    labelled(ui, cx, "Against", |ui| {
        let most = ui.available_width();
        let button = opener(ui, cx, &reference.title(), "Reference", most);
        let button = button.on_hover_text("The take that the active one is compared with");
        Popup::menu(&button).show(|ui| {
            for open in session.takes.iter() {
                if session.takes.is_active(open.id) {
                    continue;
                }
                let is_it = open.id == reference.id;
                if menu_item(ui, cx, is_it, &open.title()).clicked() {
                    cx.ask(CompareCommand::SetReference(open.id));
                }
            }
        });
    });
}

fn align_row(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    let numbering = cx.state.numbering();
    let here = cx.state.take().map(|open| cx.state.frame_of(open));
    let word = match session.compare.align {
        AlignChoice::None => "None".to_string(),
        AlignChoice::Place(None) => "In place".to_string(),
        AlignChoice::Place(Some(frame)) => format!("In place at {}", numbering.of(frame)),
        AlignChoice::Range => "All frames".to_string(),
    };
    labelled(ui, cx, "Align", |ui| {
        let button = word_button(ui, cx, &word, "Align", true);
        let button = button.on_hover_text("How the reference is brought to the take");
        Popup::menu(&button).show(|ui| {
            let mut item = |choice: AlignChoice, word: &str| {
                let is_it = session.compare.align == choice;
                if menu_item(ui, cx, is_it, word).clicked() {
                    cx.ask(CompareCommand::Align(choice));
                }
            };
            item(AlignChoice::None, "None");
            item(AlignChoice::Place(None), "In place at the first frame");
            if let Some(frame) = here {
                let word = format!("In place at frame {}", numbering.of(frame));
                item(AlignChoice::Place(Some(frame)), &word);
            }
            item(AlignChoice::Range, "All frames (least squares)");
        });
    });
}
