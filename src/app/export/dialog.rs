//! The export dialog: which takes and frames, as what, what is changed of them, how large it will be and what is lost.

use egui::{Color32, Label, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::export::options::{ExportFormat, ExportOptions, FilmCamera, TakesToExport};
use crate::app::widgets::dialog::{dialog, foot, label_in, main_button, value_menu};
use crate::app::widgets::{PanelContext, paint_progress, switch, word_button_in};
use crate::app::{
    export::RunningExport, export::command::ExportCommand, playback::typed, theme::regular,
    widgets::field::Field,
};
use crate::convert::{SolveWhen, Solving};
use crate::export::UNITS;
use crate::film::picture_count;
use crate::scene::View;
use crate::solve::JointNames;
use crate::take::{SignedAxis, rate};

const TITLE: &str = "Export";
const WIDTH: f32 = 520.0;
const LABELS: f32 = 92.0;
const MAX_WARNINGS: usize = 6;
const SIZES: [[u32; 2]; 5] = [[640, 360], [1280, 720], [1920, 1080], [1080, 1080], [1080, 1920]];

pub fn export_ui(ui: &mut Ui, cx: &PanelContext) {
    dialog(ui, cx, TITLE, TITLE, WIDTH, |ui| match &cx.state.interface.export.running {
        Some(running) => progress(ui, cx, running),
        None => {
            choices(ui, cx);
            ui.add_space(8.0);
            summary(ui, cx);
            ui.add_space(8.0);
            end(ui, cx);
        }
    });
}

/// Changes one thing of what is chosen.
fn choose(cx: &PanelContext, change: impl FnOnce(&mut ExportOptions)) {
    let mut options = cx.state.interface.export.options.clone();
    change(&mut options);
    cx.ask(ExportCommand::Choose(Box::new(options)));
}

/// A switch of one thing that is on or off.
fn toggle(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    name: &str,
    tip: &str,
    value: fn(&mut ExportOptions) -> &mut bool,
) {
    let on = *value(&mut cx.state.interface.export.options.clone());
    if switch(ui, cx.theme, word, name, on, tip) {
        choose(cx, |options| *value(options) = !on);
    }
}

/// A menu of the values of one thing.
fn menu<T: PartialEq>(
    ui: &mut Ui,
    cx: &PanelContext,
    name: &str,
    now: T,
    all: impl IntoIterator<Item = (String, T)>,
    set: impl Fn(&mut ExportOptions, T),
) {
    value_menu(ui, cx, name, now, all, |value| choose(cx, |options| set(options, value)));
}

fn choices(ui: &mut Ui, cx: &PanelContext) {
    let state = cx.state;
    let options = &state.interface.export.options;
    row(ui, cx, "Format", |ui| {
        let all = ExportFormat::all().map(|format| {
            let [name, extension] = format.names();
            let kind = match format {
                ExportFormat::Take(_) => ", take",
                ExportFormat::Film(_) => ", film",
                ExportFormat::Report => "",
            };
            (format!("{name} (.{extension}){kind}"), format)
        });
        menu(ui, cx, "Export format", options.format, all, |it, format| it.format = format);
    });
    let is_film = matches!(options.format, ExportFormat::Film(_));
    let is_report = options.format == ExportFormat::Report;
    if !is_film {
        row(ui, cx, "Takes", |ui| {
            let name = state.take().map_or("", |open| &open.take.name);
            let shown = state.session.takes.shown().count();
            let mut all = vec![(format!("Active take: {name}"), TakesToExport::Active)];
            if shown > 1 || options.takes == TakesToExport::Shown {
                let folder = if is_report { "" } else { ", into a folder" };
                all.push((format!("All {shown} visible takes{folder}"), TakesToExport::Shown));
            }
            menu(ui, cx, "Exported takes", options.takes, all, |it, takes| it.takes = takes);
        });
    }
    if is_report {
        return;
    }
    row(ui, cx, "Frames", |ui| {
        let timeline = &state.session.timeline;
        let mut all = vec![("All".to_string(), false)];
        if state.has_export_range() {
            let playback = &state.session.playback;
            let last = playback.frame_count().saturating_sub(1);
            let first = timeline.number(playback.range_in().unwrap_or(0));
            let last = timeline.number(playback.range_out().unwrap_or(last));
            all.push((format!("In to out point, {first} to {last}"), true));
        }
        let now = options.in_range && state.has_export_range();
        menu(ui, cx, "Exported frames", now, all, |it, in_range| it.in_range = in_range);
    });
    row(ui, cx, "Rate", |ui| {
        let shown = match options.fps {
            Some(fps) => format!("{} fps", rate(fps)),
            None if is_film => "as it plays".to_string(),
            None => "as the take".to_string(),
        };
        let tip = "Frames a second; empty for those of the take. At an integral part of its rate frames are picked, \
                   else they are interpolated";
        let field = Field::new("Export rate", &shown, 132.0, tip);
        let parse = |typed: &str| match typed.trim() {
            "" => Ok(None),
            typed => typed::fps(typed).map(Some),
        };
        if let Some(fps) = field.show(ui, cx, parse) {
            choose(cx, |options| options.fps = fps);
        }
    });
    if is_film { film(ui, cx, options) } else { changes(ui, cx, options) }
}

fn changes(ui: &mut Ui, cx: &PanelContext, options: &ExportOptions) {
    row(ui, cx, "Unit", |ui| {
        let units = UNITS.map(|(name, metres)| (name.to_string(), Some(metres)));
        let all = std::iter::once(("as the take".to_string(), None)).chain(units);
        menu(ui, cx, "Export unit", options.unit, all, |it, unit| it.unit = unit);
        label_in(ui, cx, "Up", 0.0);
        let axes = SignedAxis::ALL.map(|up| (up.name().to_string(), Some(up)));
        let all = std::iter::once(("as the take".to_string(), None)).chain(axes);
        menu(ui, cx, "Export up axis", options.up, all, |it, up| it.up = up);
    });
    let selected = cx.state.take().and_then(|open| {
        let node = open.primary()?;
        Some(open.take.skeleton[node].name.clone())
    });
    row(ui, cx, "Joints", |ui| {
        let mut all = vec![("All".to_string(), false)];
        if let Some(name) = &selected {
            all.push((format!("{name} and below"), true));
        }
        let now = options.selected_joint && selected.is_some();
        menu(ui, cx, "Exported joints", now, all, |it, only| it.selected_joint = only);
    });
    solving(ui, cx, options);
    row(ui, cx, "", |ui| {
        let origin = "The root stands above the origin on the first frame; its height stays";
        toggle(ui, cx, "Root to origin", "Root to origin", origin, |it| &mut it.to_origin);
        let bake = "Joints have positions in the world instead of rotations";
        toggle(ui, cx, "Bake positions", "Bake positions", bake, |it| &mut it.bake_positions);
        let strict = "Nothing is written where numbers would be lost or changed";
        toggle(ui, cx, "Strict", "Strict export", strict, |it| &mut it.strict);
    });
}

/// Whether points become a skeleton and of what kind, where takes are of points and the format holds joints that turn.
fn solving(ui: &mut Ui, cx: &PanelContext, options: &ExportOptions) {
    let ExportFormat::Take(export) = options.format else { return };
    let (takes, _) = cx.state.exported_takes();
    if !export.holds_turns() || !takes.iter().any(|open| open.take.is_of_points()) {
        return;
    }
    let Solving { when, options: solve } = options.solving;
    row(ui, cx, "Skeleton", |ui| {
        if !export.needs_turns() {
            let all = [
                ("Solved from the points".to_string(), SolveWhen::Auto),
                ("None: points stay points".to_string(), SolveWhen::Never),
            ];
            menu(ui, cx, "Skeleton of points", when, all, |it, when| it.solving.when = when);
        }
        if when == SolveWhen::Auto || export.needs_turns() {
            label_in(ui, cx, "Joint names", 0.0);
            let all = JointNames::WORDS.map(|(_, names)| (names.label().to_string(), names));
            menu(ui, cx, "Joint names", solve.names, all, |it, names| {
                it.solving.options.names = names
            });
            let tip = "Bones of the left and the right are as long as both are in the mean";
            toggle(ui, cx, "Equal sides", "Equal sides", tip, |it| {
                &mut it.solving.options.equal_sides
            });
        }
    });
}

fn film(ui: &mut Ui, cx: &PanelContext, options: &ExportOptions) {
    row(ui, cx, "Size", |ui| {
        let all = SIZES.map(|[width, height]| (format!("{width} × {height}"), [width, height]));
        menu(ui, cx, "Film size", options.size, all, |it, size| it.size = size);
    });
    row(ui, cx, "Camera", |ui| {
        let mut all = vec![("As in the window".to_string(), FilmCamera::Window)];
        for (place, view) in cx.state.view.saved_views.iter().enumerate() {
            let name = match view.name.as_str() {
                "" => format!("Saved view {}", view.number),
                name => name.to_string(),
            };
            all.push((name, FilmCamera::Saved(place)));
        }
        let fixed = [
            ("Front", View::Front),
            ("Back", View::Back),
            ("Right", View::Right),
            ("Left", View::Left),
            ("Top", View::Top),
            ("Bottom", View::Bottom),
        ];
        all.extend(fixed.map(|(name, view)| (name.to_string(), FilmCamera::Along(view))));
        menu(ui, cx, "Film camera", options.camera, all, |it, camera| it.camera = camera);
    });
    row(ui, cx, "", |ui| {
        let tip = "Write the active take's name, frame, timecode and notes into each picture";
        toggle(ui, cx, "Burn in", "Burn in", tip, |it| &mut it.burn_in);
        let tip = "Measures, drawings and the cards of notes are on each picture, as in the window";
        toggle(ui, cx, "Labels", "Labels", tip, |it| &mut it.labels);
    });
}

fn row(ui: &mut Ui, cx: &PanelContext, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        label_in(ui, cx, name, LABELS);
        ui.horizontal_wrapped(contents);
    });
}

/// How large it will be, what is lost, and which takes are left out.
fn summary(ui: &mut Ui, cx: &PanelContext) {
    let export = &cx.state.interface.export;
    if let Some((_, fps)) = cx.state.exported_film() {
        let frames = cx.state.exported_frames();
        let own = cx.state.session.playback.frame_time().recip();
        let pictures = picture_count(frames.end() + 1 - frames.start(), own, fps);
        let seconds = pictures as f64 / fps;
        let text = format!("{pictures} pictures at {} a second, {seconds:.1} s", rate(fps));
        line(ui, &text, cx.colours.text);
    }
    let (_, left_out) = cx.state.exported_takes();
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|open| &*open.take.name).collect();
        let text = format!("Left out, with no frame in the range: {}", names.join(", "));
        line(ui, &text, cx.colours.finding);
    }
    match &export.estimate {
        None => line(ui, "Looking at what will be written…", cx.colours.dim),
        Some(Err(error)) => line(ui, error, cx.colours.finding),
        Some(Ok(estimate)) => {
            let about = if estimate.is_exact { "" } else { "About " };
            line(ui, &format!("{about}{}", size_text(estimate.bytes)), cx.colours.text);
            if let Some(unit) = estimate.guessed {
                let text =
                    format!("The unit of length is guessed from the figure's height: {unit}");
                line(ui, &text, cx.colours.dim);
            }
            for warning in estimate.warnings.iter().take(MAX_WARNINGS) {
                let is_grave = warning.code.severity().changes_numbers();
                let colour = if is_grave { cx.colours.finding } else { cx.colours.dim };
                line(ui, &warning.message, colour);
            }
            let more = estimate.warnings.len().saturating_sub(MAX_WARNINGS);
            if more > 0 {
                line(ui, &format!("and {more} more"), cx.colours.dim);
            }
        }
    }
}

fn line(ui: &mut Ui, text: &str, colour: Color32) {
    ui.add(Label::new(RichText::new(text).font(regular(13.0)).color(colour)).wrap());
}

fn size_text(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        0.0..1e3 => format!("{bytes} bytes"),
        1e3..1e6 => format!("{:.0} kB", bytes / 1e3),
        1e6..1e9 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.2} GB", bytes / 1e9),
    }
}

/// The width of the button at the right, in points.
const BUTTON: f32 = 100.0;

fn end(ui: &mut Ui, cx: &PanelContext) {
    let export = &cx.state.interface.export;
    let fails = match &export.estimate {
        None => false,
        Some(Err(_)) => true,
        Some(Ok(estimate)) => {
            let mut warnings = estimate.warnings.iter();
            export.options.strict
                && warnings.any(|warning| warning.code.severity().changes_numbers())
        }
    };
    let can = !fails && cx.state.take().is_some();
    foot(ui, cx, "Cancel", BUTTON, None, |ui| {
        main_button(ui, cx, "Export…", "Export to", BUTTON, can, ExportCommand::AskWhere);
    });
}

fn progress(ui: &mut Ui, cx: &PanelContext, running: &RunningExport) {
    let text = running.describe();
    line(ui, &text, cx.colours.text);
    let (bar, response) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    paint_progress(ui, cx, bar, running.share);
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(running.share)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, true, &text)
    });
    ui.add_space(8.0);
    foot(ui, cx, "Hide", BUTTON, None, |ui| {
        let button = word_button_in(ui, cx, "Cancel", "Cancel export", false, BUTTON);
        cx.ask_if(button.clicked(), ExportCommand::Cancel);
    });
}
