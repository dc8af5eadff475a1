//! The take panel: what the file says, and what was guessed or mended while reading it.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use super::widgets::{heading, menu_item, row, word_button};
use super::{gutters, icons};
use crate::app::command::Command;
use crate::app::state::{OpenTake, State};
use crate::app::theme::regular;
use crate::loader::PositionReading;
use crate::take;

/// Facts and warnings of the take that shows.
pub fn take_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(open) = state.take() else { return };
    egui::ScrollArea::vertical()
        .id_salt("take")
        .auto_shrink([false, false])
        .show(ui, |ui| {
            gutters(ui, |ui| {
                heading(ui, state.theme, "Take");
                facts(ui, state, open);
                positions(ui, state, open, commands);
                ui.add_space(12.0);
                warnings(ui, state, open);
                ui.add_space(12.0);
            });
        });
}

fn facts(ui: &mut Ui, state: &State, open: &OpenTake) {
    let motion = &open.take.motion;
    let skeleton = &open.take.skeleton;
    let frames = motion.frame_count();
    let length = match frames {
        0 => "Rest pose, no frames".to_string(),
        1 => format!("1 frame · {:.3} s", motion.duration()),
        _ => format!("{frames} frames · {:.2} s", motion.duration()),
    };
    let guessed = if open.stage.unit.guessed {
        " (guessed)"
    } else {
        ""
    };
    row(ui, state, "Name", &open.title());
    row(ui, state, "Format", open.take.format);
    row(ui, state, "Length", &length);
    row(
        ui,
        state,
        "Rate",
        &format!("{} fps", take::rate(open.take.fps())),
    );
    row(ui, state, "Nodes", &skeleton.nodes().len().to_string());
    row(ui, state, "Bones", &skeleton.bones().len().to_string());
    row(
        ui,
        state,
        "Units",
        &format!("{}{guessed}", open.stage.unit.name),
    );
    row(ui, state, "Up", open.take.units.up.name());
    for detail in &open.take.details {
        row(ui, state, detail.label, &detail.text);
    }
}

/// How position channels are read, where the file leaves it open and can be read again.
fn positions(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    let matters = open.take.details.iter().any(|d| d.label == "Positions");
    if !matters || open.path.is_none() {
        return;
    }
    let now = open.how.options.bvh_positions;
    let word = PositionReading::WORDS
        .iter()
        .find(|(_, reading)| *reading == now)
        .map_or("auto", |(word, _)| word);
    ui.add_space(6.0);
    let button = ui.horizontal(|ui| {
        let dim = state.theme.colours().dim;
        ui.label(egui::RichText::new("Read as").color(dim));
        ui.add_space(40.0);
        let tip = "What position channels do to OFFSET: the file does not say";
        word_button(ui, state.theme, word, "Reading of position channels", true).on_hover_text(tip)
    });
    egui::Popup::menu(&button.inner).show(|ui| {
        for (word, reading) in PositionReading::WORDS {
            if menu_item(ui, state.theme, reading == now, word).clicked() {
                commands.push(Command::ReadPositions(reading));
            }
        }
    });
}

fn warnings(ui: &mut Ui, state: &State, open: &OpenTake) {
    let colours = state.theme.colours();
    let warnings = &open.take.warnings;
    if warnings.is_empty() {
        return;
    }
    let title = match warnings.len() {
        1 => "1 warning".to_string(),
        count => format!("{count} warnings"),
    };
    heading(ui, state.theme, &title);
    for warning in warnings {
        let text = warning.to_string();
        let width = ui.available_width();
        let galley =
            ui.painter()
                .layout(text.clone(), regular(13.0), colours.finding, width - 20.0);
        let size = vec2(width, galley.size().y + 8.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let sign = rect.left_top() + vec2(6.0, 12.0);
        icons::warning(ui.painter(), sign, colours.finding);
        ui.painter()
            .galley(rect.left_top() + vec2(20.0, 4.0), galley, colours.finding);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    }
}
