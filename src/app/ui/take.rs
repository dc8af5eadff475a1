//! The take tab: what the file says, and what was guessed or repaired while it was loaded.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use super::events_and_gaps::{events_ui, gaps_ui};
use super::field::{Field, choices, forget};
use super::icons;
use super::widgets::gutters;
use super::widgets::{heading, menu_item, menu_row, row, word_button};
use crate::app::command::{Command, DisplayCommand, FilesCommand, TakesCommand};
use crate::app::open_take::OpenTake;
use crate::app::options::ViewToggle;
use crate::app::state::State;
use crate::app::theme::regular;
use crate::app::typed;
use crate::loader::PositionReading;
use crate::scene::Unit;
use crate::take::{self, DetailKind, FileNumbers, SignedAxis, rounded};

/// Facts and warnings of the take that shows.
pub fn take_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(open) = state.take() else { return };
    egui::ScrollArea::vertical()
        .id_salt("take")
        .auto_shrink([false, false])
        .show(ui, |ui| {
            gutters(ui, |ui| {
                facts(ui, state, open, commands);
                positions(ui, state, open, commands);
                assumed_rate(ui, state, open, commands);
                missing(ui, state, open);
                warnings(ui, state, open);
                events_ui(ui, state, open, commands);
                gaps_ui(ui, state, open, commands);
                ui.add_space(12.0);
            });
        });
}

fn facts(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    /// So many meshes are named.
    const MAX_MESHES: usize = 4;
    let motion = &open.take.motion;
    let skeleton = &open.take.skeleton;
    let frames = motion.frame_count();
    let length = match frames {
        _ if open.partial.is_some() => {
            format!("Loading: {frames} of {} frames", open.whole_last() + 1)
        }
        0 => "Rest pose, no frames".to_string(),
        1 => format!("1 frame · {:.3}\u{a0}s", motion.duration()),
        _ => format!("{frames} frames · {:.2}\u{a0}s", motion.duration()),
    };
    row(ui, state, "File", &open.title());
    row(ui, state, "Format", open.take.format);
    row(ui, state, "Length", &length);
    if frames > 0 {
        row(ui, state, "Rate", &open.take.rate_text());
    }
    if let Some(numbers) = &open.take.numbers {
        let told = numbers.text(frames);
        match numbers {
            FileNumbers::Even(_) => numbered(ui, state, &told, commands),
            FileNumbers::Jumping { .. } => row(ui, state, "Numbering", &told),
        }
    }
    if let Some(start) = open.take.start_text() {
        row(ui, state, "Start", &start);
    }
    let nodes = skeleton.nodes().len().to_string();
    if open.take.is_of_markers() {
        row(ui, state, "Markers", &nodes);
    } else {
        row(ui, state, "Nodes", &nodes);
        row(ui, state, "Bones", &skeleton.bones().len().to_string());
    }
    for mesh in open.take.meshes.iter().take(MAX_MESHES) {
        let text = format!("{} · {} points", mesh.name(), mesh.point_count());
        row(ui, state, "Mesh", &text);
    }
    if let Some(more @ 1..) = open.take.meshes.len().checked_sub(MAX_MESHES) {
        row(ui, state, "", &format!("and {more} more"));
    }
    units(ui, state, open, commands);
    if let Some(mass) = open.take.mass() {
        row(ui, state, "Mass", &format!("{} in total", rounded(mass, 3)));
    }
    for detail in &open.take.details {
        row(ui, state, detail.kind.label, &detail.text);
    }
}

/// How the file numbers its frames, and whether they are called so.
fn numbered(ui: &mut Ui, state: &State, told: &str, commands: &mut Vec<Command>) {
    let by_file = state.is_on(ViewToggle::FileNumbers);
    let tip = "Numbers of frames in the timeline and in fields";
    let button = menu_row(ui, state, "Numbering", told, tip);
    egui::Popup::menu(&button).show(|ui| {
        for (chosen, word) in [(true, "From the file"), (false, "From 0")] {
            if menu_item(ui, state.theme(), by_file == chosen, word).clicked() && by_file != chosen
            {
                commands.push(DisplayCommand::Toggle(ViewToggle::FileNumbers).into());
            }
        }
    });
}

/// Unit, axis that is up, and floor: what the file says or what was found, each to be changed.
fn units(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    let chosen = open.placement;
    let theme = state.theme();
    let told = match chosen.metres {
        Some(_) => format!("{} (chosen)", open.stage.unit.told()),
        None => open.stage.unit.told(),
    };
    let tip = "Length of one unit of the file";
    let button = menu_row(ui, state, "Units", &told, tip);
    egui::Popup::menu(&button).show(|ui| {
        if menu_item(ui, theme, chosen.metres.is_none(), "Auto").clicked() {
            commands.push(TakesCommand::SetUnit(None).into());
        }
        for (name, metres) in Unit::COMMON {
            if menu_item(ui, theme, chosen.metres == Some(metres), name).clicked() {
                commands.push(TakesCommand::SetUnit(Some(metres)).into());
            }
        }
    });
    let told = match chosen.up {
        Some(up) => format!("{} (chosen)", up.name()),
        None => open.take.units.up.told(),
    };
    let tip = "The axis that points up";
    let button = menu_row(ui, state, "Up", &told, tip);
    egui::Popup::menu(&button).show(|ui| {
        if menu_item(ui, theme, chosen.up.is_none(), "Auto").clicked() {
            commands.push(TakesCommand::SetUp(None).into());
        }
        for up in SignedAxis::ALL {
            if menu_item(ui, theme, chosen.up == Some(up), up.name()).clicked() {
                commands.push(TakesCommand::SetUp(Some(up)).into());
            }
        }
    });
    let told = match chosen.floor_is_at_zero {
        true => "File origin",
        false => "Lowest contact",
    };
    let button = menu_row(ui, state, "Floor", told, "The height of the floor");
    egui::Popup::menu(&button).show(|ui| {
        for (at_zero, word) in [(false, "Lowest contact"), (true, "File origin")] {
            if menu_item(ui, theme, chosen.floor_is_at_zero == at_zero, word).clicked() {
                commands.push(TakesCommand::SetFloorAtOrigin(at_zero).into());
            }
        }
    });
}

/// How position channels are read, where the file leaves it open and can be read again.
fn positions(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    let matters = open
        .take
        .details
        .iter()
        .any(|d| d.kind == DetailKind::POSITIONS);
    if !matters || open.path.is_none() {
        return;
    }
    let now = open.open_options.options.bvh_positions;
    let word = PositionReading::WORDS
        .iter()
        .find(|(_, reading)| *reading == now)
        .map_or("auto", |(word, _)| word);
    let tip = "Whether position channels replace OFFSET or add to it. The file does not say";
    choice(
        ui,
        state,
        ["Read as", word, "Reading of position channels", tip],
        |ui| {
            for (word, reading) in PositionReading::WORDS {
                if menu_item(ui, state.theme(), reading == now, word).clicked() {
                    commands.push(FilesCommand::ReadPositions(reading).into());
                }
            }
        },
    );
}

/// The rate, where the file gives none and can be read again.
fn assumed_rate(ui: &mut Ui, state: &State, open: &OpenTake, commands: &mut Vec<Command>) {
    /// The width of the field, in points.
    const FIELD: f32 = 84.0;
    /// The rates of film, television, games and capture systems.
    const USUAL: [f64; 12] = [
        24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 59.94, 60.0, 100.0, 120.0, 200.0, 240.0,
    ];
    let motion = &open.take.motion;
    if !motion.rate_is_assumed() || motion.frame_count() == 0 || open.path.is_none() {
        return;
    }
    let now = take::rate(open.take.fps());
    let shown = format!("{now} fps");
    let tip = "Frames per second. The file does not say";
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let dim = state.theme().colours().dim;
        ui.label(egui::RichText::new("Assume").color(dim));
        ui.add_space(40.0);
        let field = Field::new("Assumed rate", &shown, FIELD, tip).with_choices();
        let typed = field.show(ui, state.theme(), typed::fps);
        commands.extend(typed.map(|rate| FilesCommand::AssumeRate(rate).into()));
        let arrow = choices(ui, state.theme(), &field, "Choose the assumed rate", |ui| {
            for rate in USUAL {
                let word = take::rate(rate);
                if menu_item(ui, state.theme(), word == now, &format!("{word} fps")).clicked() {
                    forget(ui, "Assumed rate");
                    commands.push(FilesCommand::AssumeRate(rate).into());
                }
            }
        });
        arrow.on_hover_text(tip);
    });
}

/// A label and a button behind it that opens a menu: label, what is chosen, what the button is called,
/// its tip.
fn choice(ui: &mut Ui, state: &State, words: [&str; 4], menu: impl FnOnce(&mut Ui)) {
    let [label, now, name, tip] = words;
    ui.add_space(6.0);
    let button = ui.horizontal(|ui| {
        let dim = state.theme().colours().dim;
        ui.label(egui::RichText::new(label).color(dim));
        ui.add_space(40.0);
        word_button(ui, state.theme(), now, name, true).on_hover_text(tip)
    });
    egui::Popup::menu(&button.inner).show(menu);
}

/// The file without which this one could only be read in part.
fn missing(ui: &mut Ui, state: &State, open: &OpenTake) {
    let Some(what) = open.take.missing else {
        return;
    };
    ui.add_space(12.0);
    heading(ui, state.theme(), "Incomplete");
    finding(
        ui,
        state,
        &format!("Without {what}. Drop it on the window."),
    );
}

fn warnings(ui: &mut Ui, state: &State, open: &OpenTake) {
    let warnings = &open.take.warnings;
    if warnings.is_empty() {
        return;
    }
    let title = match warnings.len() {
        1 => "1 warning".to_string(),
        count => format!("{count} warnings"),
    };
    ui.add_space(12.0);
    heading(ui, state.theme(), &title);
    for warning in warnings {
        finding(ui, state, &warning.to_string());
    }
}

/// A text that wants to be looked at.
fn finding(ui: &mut Ui, state: &State, text: &str) {
    let colour = state.theme().colours().finding;
    let width = ui.available_width();
    let galley = ui
        .painter()
        .layout(text.to_string(), regular(13.0), colour, width - 20.0);
    let size = vec2(width, galley.size().y + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let sign = rect.left_top() + vec2(6.0, 12.0);
    icons::warning(ui.painter(), sign, colour);
    ui.painter()
        .galley(rect.left_top() + vec2(20.0, 4.0), galley, colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
