//! The take tab: what the file says, and what was guessed or repaired while it was loaded.

use egui::{Popup, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::takes::events_and_gaps::{events_ui, gaps_ui};
use crate::app::widgets::menu_rows::{choice_row, menu_item, menu_items, toggle_items};
use crate::app::widgets::{
    Field, PanelContext, column, command_button, dim_label, gutters, heading, icons, menu_row, row,
    word_button,
};
use crate::app::{
    ColumnsCommand, FilesCommand, OpenTake, TakesCommand, playback::typed, theme::regular,
    widgets::field::choices,
};
use crate::known_bodies;
use crate::loader::{BodyChoice, PositionReading};
use crate::options::ViewToggle;
use crate::report::detail_label;
use crate::scene::Unit;
use crate::solve::{self, JointNames};
use crate::take;
use crate::take::{DetailKind, FileNumbers, SignedAxis, counted, rounded};

pub fn take_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    egui::ScrollArea::vertical().id_salt("take").auto_shrink([false, false]).show(ui, |ui| {
        gutters(ui, |ui| {
            facts(ui, cx, open);
            positions(ui, cx, open);
            columns(ui, cx, open);
            solving(ui, cx, open);
            assumed_rate(ui, cx, open);
            missing(ui, cx, open);
            warnings(ui, cx, open);
            events_ui(ui, cx, open);
            gaps_ui(ui, cx, open);
            ui.add_space(12.0);
        });
    });
}

fn facts(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
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
    row(ui, cx, "File", &open.title());
    row(ui, cx, "Format", open.take.format.name());
    clips(ui, cx, open);
    row(ui, cx, "Length", &length);
    if frames > 0 {
        row(ui, cx, "Rate", &open.take.rate_text());
    }
    if let Some(numbers) = &open.take.numbers {
        let text = numbers.text(frames);
        match numbers {
            FileNumbers::Even(_) => {
                let tip = "Numbers of frames in the timeline and in fields";
                let button = menu_row(ui, cx, "Numbering", &text, tip);
                let words = [(true, "From the file"), (false, "From 0")];
                let toggle = ViewToggle::FileNumbers;
                Popup::menu(&button).show(|ui| toggle_items(ui, cx, toggle, words));
            }
            FileNumbers::Jumping { .. } => row(ui, cx, "Numbering", &text),
        }
    }
    if let Some(start) = open.take.start_text() {
        row(ui, cx, "Start", &start);
    }
    let nodes = skeleton.nodes().len().to_string();
    if open.take.is_of_markers() {
        row(ui, cx, "Markers", &nodes);
    } else {
        row(ui, cx, "Nodes", &nodes);
        row(ui, cx, "Bones", &skeleton.bones().len().to_string());
    }
    for mesh in open.take.meshes.iter().take(MAX_MESHES) {
        row(ui, cx, "Mesh", &format!("{} · {} points", mesh.name(), mesh.point_count()));
    }
    if let Some(more @ 1..) = open.take.meshes.len().checked_sub(MAX_MESHES) {
        row(ui, cx, "", &format!("and {more} more"));
    }
    units(ui, cx, open);
    if let Some(mass) = open.take.mass() {
        row(ui, cx, "Mass", &format!("{} in total", rounded(mass, 3)));
    }
    points(ui, cx, open);
    let has_row = open.take.is_of_points() && open.path.is_some();
    let details = open.take.details.iter();
    // The body of points has a row of its own.
    for detail in details.filter(|of| !(has_row && of.kind == DetailKind::SKELETON)) {
        row(ui, cx, detail_label(detail.kind), &detail.text);
    }
}

/// The clips of the file: which one this is, and the others to be opened.
fn clips(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let Some(clips) = &open.take.clips else {
        return;
    };
    let count = clips.names.len();
    if count < 2 {
        return row(ui, cx, "Clip", clips.name());
    }
    let shown = format!("{} · {} of {count}", clips.name(), clips.shown + 1);
    let tip = "The clips of this file. With Ctrl, a click opens one beside this take";
    let button = menu_row(ui, cx, "Clip", &shown, tip);
    Popup::menu(&button).show(|ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (clip, name) in clips.names.iter().enumerate() {
                let item = menu_item(ui, cx, clip == clips.shown, name);
                let add = ui.input(|input| input.modifiers.command);
                let is_chosen = item.clicked() && (add || clip != clips.shown);
                cx.ask_if(is_chosen, FilesCommand::OpenClip { clip, add });
            }
        });
    });
}

/// Unit, axis that is up, and floor: what the file says or what was found, each to be changed.
fn units(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let chosen = open.edits.placement;
    let shown = match chosen.metres {
        Some(_) => format!("{} (chosen)", open.stage.unit.describe()),
        None => open.stage.unit.describe(),
    };
    let common = Unit::COMMON.map(|(name, metres)| (name, Some(metres)));
    let choices = [("Auto", None)].into_iter().chain(common);
    let units = choices.map(|(name, to)| (chosen.metres == to, name, TakesCommand::SetUnit(to)));
    choice_row(ui, cx, "Units", &shown, "Length of one unit of the file", units);
    if let Some(likely) = &open.stage.likely_unit {
        let tip = "The unit of the file makes the figure far too large or too small";
        // Below the value, of which it is another one.
        ui.horizontal(|ui| {
            ui.add_space(column(ui.available_width(), 0.0));
            let (word, command) =
                (format!("Use {likely}"), TakesCommand::SetUnit(Some(likely.metres)));
            command_button(ui, cx, &word, "Use the likely unit", tip, command);
        });
        ui.add_space(4.0);
    }
    let shown = match chosen.up {
        Some(up) => format!("{} (chosen)", up.name()),
        None => open.take.units.up.describe(),
    };
    let all = SignedAxis::ALL.map(|up| (up.name(), Some(up)));
    let choices = [("Auto", None)].into_iter().chain(all);
    let axes = choices.map(|(name, up)| (chosen.up == up, name, TakesCommand::SetUp(up)));
    choice_row(ui, cx, "Up", &shown, "The axis that points up", axes);
    if open.take.picture.is_some() {
        return;
    }
    let shown = if chosen.floor_is_at_zero { "File origin" } else { "Lowest contact" };
    let floors = [(false, "Lowest contact"), (true, "File origin")].map(|(at_zero, word)| {
        (chosen.floor_is_at_zero == at_zero, word, TakesCommand::SetFloorAtOrigin(at_zero))
    });
    choice_row(ui, cx, "Floor", shown, "The height of the floor", floors);
}

/// How position channels are read, where the file leaves it open and can be read again.
fn positions(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    if !has_detail(open, DetailKind::POSITIONS) || open.path.is_none() {
        return;
    }
    let now = open.edits.open_options.reading.options.bvh_positions;
    let mut words = PositionReading::WORDS.iter();
    let word = words.find(|(_, reading)| *reading == now).map_or("auto", |(word, _)| word);
    let tip = "Whether position channels replace OFFSET or add to it. The file does not say";
    ui.add_space(6.0);
    let button = ui.horizontal(|ui| {
        dim_label(ui, cx, "Read as");
        ui.add_space(40.0);
        word_button(ui, cx, word, "Reading of position channels", true).on_hover_text(tip)
    });
    let readings =
        PositionReading::WORDS.map(|(word, to)| (to == now, word, FilesCommand::ReadPositions(to)));
    Popup::menu(&button.inner).show(|ui| menu_items(ui, cx, readings));
}

/// The skeleton that is solved from points: a button that does it, and how it was done.
fn solving(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let Some(options) = open.edits.open_options.reading.solve else {
        if open.take.is_of_points()
            && open.take.picture.is_none()
            && has_detail(open, DetailKind::SKELETON)
        {
            ui.add_space(6.0);
            let tip = "Open a skeleton of bones that turn beside these points, as near to them as it can be";
            let solve = FilesCommand::Solve(solve::Options::default());
            command_button(ui, cx, "Solve a skeleton", "Solve a skeleton", tip, solve);
        }
        return;
    };
    let names = JointNames::WORDS.map(|(_, names)| {
        let with = solve::Options { names, ..options };
        (options.names == names, names.label(), FilesCommand::Solve(with))
    });
    choice_row(ui, cx, "Joint names", options.names.label(), "What the joints are called", names);
    let sides = [(false, "As measured"), (true, "Made equal")];
    let (_, shown) = sides[usize::from(options.equal_sides)];
    let choices = sides.map(|(equal_sides, word)| {
        let with = solve::Options { equal_sides, ..options };
        (options.equal_sides == equal_sides, word, FilesCommand::Solve(with))
    });
    choice_row(ui, cx, "Left and right", shown, "The lengths of bones on both sides", choices);
}

/// Which body points are, and the least confidence of those that count, where they can be read again.
fn points(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    /// The limits that are offered.
    const LIMITS: [(&str, Option<f32>); 6] = [
        ("Any", None),
        ("0.1 or more", Some(0.1)),
        ("0.3 or more", Some(0.3)),
        ("0.5 or more", Some(0.5)),
        ("0.7 or more", Some(0.7)),
        ("0.9 or more", Some(0.9)),
    ];
    if !open.take.is_of_points() || open.path.is_none() {
        return;
    }
    let options = &open.edits.open_options.reading.options;
    let mut details = open.take.details.iter();
    let found = details.find(|detail| detail.kind == DetailKind::SKELETON);
    let found = found.map_or("No known body", |detail| &*detail.text);
    let shown = match options.body {
        BodyChoice::None => "Points alone (chosen)".to_string(),
        BodyChoice::Named(_) => format!("{found} (chosen)"),
        BodyChoice::Auto => found.to_string(),
    };
    let bodies = known_bodies::all().map(|body| (body.name, BodyChoice::Named(body.word)));
    let choices = [("Auto", BodyChoice::Auto), ("Points alone", BodyChoice::None)];
    let choices = choices.into_iter().chain(bodies);
    let choices = choices.map(|(name, to)| (options.body == to, name, FilesCommand::ReadBody(to)));
    choice_row(ui, cx, "Body", &shown, "The body that these points are: names and bones", choices);
    if open.take.has_confidence() {
        let now = options.min_confidence;
        let shown = now.map(|min| format!("{} or more", rounded(f64::from(min), 2)));
        let shown = shown.unwrap_or_else(|| "Any".to_string());
        let limits = LIMITS.map(|(word, to)| (to == now, word, FilesCommand::SetMinConfidence(to)));
        let tip = "With less confidence, a point is a gap";
        choice_row(ui, cx, "Confidence", &shown, tip, limits);
    }
}

/// What the columns of a table are, which can be said anew.
fn columns(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    if has_detail(open, DetailKind::COLUMNS) && open.path.is_some() {
        ui.add_space(6.0);
        let tip = "Say what the columns of this table are, and read it again";
        command_button(ui, cx, "Set columns…", "Set columns", tip, ColumnsCommand::Edit);
    }
}

fn has_detail(open: &OpenTake, kind: DetailKind) -> bool {
    open.take.details.iter().any(|detail| detail.kind == kind)
}

/// The rate, where the file gives none and can be read again.
fn assumed_rate(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    /// The rates of film, television, games and capture systems.
    const USUAL: [f64; 12] =
        [24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 59.94, 60.0, 100.0, 120.0, 200.0, 240.0];
    let motion = &open.take.motion;
    if !motion.rate_is_assumed() || motion.frame_count() == 0 || open.path.is_none() {
        return;
    }
    let now = take::rate(open.take.fps());
    let shown = format!("{now} fps");
    let tip = "Frames per second. The file does not say";
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        dim_label(ui, cx, "Assume");
        ui.add_space(40.0);
        let field = Field::new("Assumed rate", &shown, 84.0, tip).with_choices();
        let typed = field.show(ui, cx, typed::fps);
        cx.ask_all(typed.map(FilesCommand::AssumeRate));
        let arrow = choices(ui, cx, &field, "Choose the assumed rate", |ui| {
            for rate in USUAL {
                let word = take::rate(rate);
                let is_chosen = field.choice(ui, cx, word == now, &format!("{word} fps"));
                cx.ask_if(is_chosen, FilesCommand::AssumeRate(rate));
            }
        });
        arrow.on_hover_text(tip);
    });
}

/// The file without which this one could only be read in part.
fn missing(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    if let Some(what) = open.take.missing {
        ui.add_space(12.0);
        heading(ui, cx, "Incomplete");
        finding(ui, cx, &format!("Without {what}. Drop it on the window."));
    }
}

fn warnings(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let warnings = &open.take.warnings;
    if warnings.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, cx, &counted(warnings.len(), "warning"));
    for warning in warnings {
        finding(ui, cx, &warning.to_string());
    }
}

/// A text that wants to be looked at.
fn finding(ui: &mut Ui, cx: &PanelContext, text: &str) {
    let colour = cx.colours.finding;
    let width = ui.available_width();
    let galley = ui.painter().layout(text.to_string(), regular(13.0), colour, width - 20.0);
    let size = vec2(width, galley.size().y + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    icons::warning(ui.painter(), rect.left_top() + vec2(6.0, 12.0), colour);
    ui.painter().galley(rect.left_top() + vec2(20.0, 4.0), galley, colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
