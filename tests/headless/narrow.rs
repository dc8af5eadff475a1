//! Small windows and long words: nothing of any tab, dialog or card is outside of its panel, cut off, or under something
//! else, at a window of 640 × 360 points, as a screen of 1280 × 720 has at twice the size, and with the long words of a
//! language such as German.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{self, Window};
use crate::support::planted::Table;
use egui::accesskit::Role;
use egui::{FontFamily, Rect};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT as _;
use rushes::app::{
    ChecksCommand, CompareCommand, CompareMode, DrawTool, ExportCommand, FilesCommand,
    InterfaceCommand, MeasuresCommand, NotesCommand, Overlay, Panel, PlaybackCommand,
    RatingCommand, SelectionCommand, Tab, TakesCommand,
};
use rushes::review::measure::MeasureKind;
use rushes::review::notes::StrokeShape;

const SIZES: [[f32; 2]; 3] = [[640.0, 360.0], [900.0, 600.0], [1280.0, 720.0]];

/// A name of one word, which cannot be broken.
const WORD: &str = "Oberschenkelhalsknochenverlängerungsmarkierung";
/// A note with such words.
const TEXT: &str = "Kniegelenksbewegungsunschärfe: die Fußbodenberührungserkennung ist unbefriedigend, \
                    Donaudampfschifffahrtsgesellschaftskapitänsmützenhaltung prüfen und Nachbearbeitungsempfehlung geben";

/// A figure with a fault on each of three frames, whose joints have long names, with notes on the frame that shows.
fn reviewed() -> App {
    let mut table = Table::with_pops(&[120, 40, 80]);
    for joint in &mut table.joints {
        joint.name = format!("{}_{WORD}", joint.name);
    }
    let mut take = table.take();
    take.name = format!("Ganganalyse_{WORD}_Aufnahme_07");
    let mut app = App::of(take);
    app.session.reviewing.author = "Maximiliane Oberhuber-Schwarzenbacher".into();
    app.set_view_size(glam::vec2(300.0, 200.0));
    let hand = app
        .take()
        .unwrap()
        .take
        .skeleton
        .iter()
        .find(|(_, node)| node.name.starts_with("LeftHand_"));
    let hand = hand.map(|(id, _)| id);
    app.apply(SelectionCommand::Select(hand));
    for _ in 0..2 {
        app.apply(NotesCommand::Add);
        let id = app.take().unwrap().review.note.expect("a note");
        app.apply(NotesCommand::SetText(id, TEXT.into()));
    }
    app.apply(RatingCommand::Stars(4));
    app.analyse();
    app.prepare();
    app
}

/// A state of the window with its name.
fn states(folder: &Folder) -> Vec<(String, App)> {
    let mut states = Vec::new();
    for tab in [Tab::Take, Tab::Node, Tab::Curves, Tab::Notes, Tab::Checks] {
        let mut app = reviewed();
        app.apply(InterfaceCommand::ShowTab(tab));
        states.push((format!("{tab:?}"), app));
    }
    let with = |name: &str, change: &dyn Fn(&mut App)| {
        let mut app = reviewed();
        app.apply(InterfaceCommand::ShowTab(Tab::Take));
        change(&mut app);
        (name.to_string(), app)
    };
    states.push(with("a finding", &|app| {
        app.apply(InterfaceCommand::ShowTab(Tab::Checks));
        app.apply(ChecksCommand::Step(1));
    }));
    states.push(with("measures and drawing", &|app| {
        app.apply(MeasuresCommand::Pin(MeasureKind::Height));
        app.apply(MeasuresCommand::Pin(MeasureKind::Speed));
        app.apply(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Arrow))));
    }));
    states.push(with("docked curves", &|app| {
        app.apply(InterfaceCommand::TogglePanel(Panel::Curves));
    }));
    for overlay in [Overlay::GoTo, Overlay::CommandPalette, Overlay::Shortcuts] {
        states.push(with(&format!("{overlay:?}"), &|app| {
            app.apply(InterfaceCommand::Overlay(Some(overlay)));
        }));
    }
    for format in rushes::app::ExportFormat::all() {
        let names = format.names();
        if ["bvh", "mp4", "html"].contains(&names[1]) {
            states.push(with(&format!("export as {}", names[0]), &|app| {
                let mut options = app.interface.export.options.clone();
                options.format = format;
                app.apply(ExportCommand::Ask);
                app.apply(ExportCommand::Choose(Box::new(options)));
            }));
        }
    }
    let header: Vec<String> =
        (0..24).map(|i| format!("{WORD}{} {}", i / 3, ["x", "y", "z"][i % 3])).collect();
    let row = vec!["1.5"; 24].join(",");
    let table = format!("{}\n{}", header.join(","), format!("{row}\n").repeat(20));
    let table = folder.write("Messwerttabelle_ohne_Spaltenbeschreibung.csv", &table);
    let mut app = App::default();
    app.begin(&[table.into()]);
    states.push(("columns".to_string(), app));
    for mode in [CompareMode::Difference, CompareMode::SideBySide] {
        let mut app = reviewed();
        let other = folder.write(&format!("{WORD}.bvh"), panels::SHIFTED);
        app.apply(FilesCommand::Open(vec![other.into()]));
        app.apply(TakesCommand::Activate(app.id(0)));
        app.apply(InterfaceCommand::ShowTab(Tab::Take));
        app.apply(CompareCommand::SetMode(mode));
        app.analyse();
        states.push((format!("{mode:?}"), app));
    }
    states.push(with("notices", &|app| {
        app.interface.notices.push_error(format!("{WORD}.bvh: {TEXT}"));
        app.interface
            .notices
            .push_written(format!("Exported /home/{WORD}/{WORD}.bvh"), "/x".as_ref());
        app.apply(PlaybackCommand::Last);
    }));
    states
}

/// The window with words that are a quarter longer: in letters that all have the width of an m.
fn lengthened(window: &mut Window) {
    let mut fonts = window.harness.ctx.fonts(|fonts| fonts.definitions().clone());
    let wide = fonts.families[&FontFamily::Monospace].clone();
    for family in fonts.families.values_mut() {
        family.clone_from(&wide);
    }
    window.harness.ctx.set_fonts(fonts);
    window.settle();
}

/// Where the view is.
fn view(window: &Window) -> Rect {
    let mut all = window.harness.root().children_recursive();
    let view = all.find(|node| {
        let node = node.accesskit_node();
        node.role() == Role::Canvas && node.label().as_deref() == Some("View")
    });
    view.expect("a view").rect()
}

/// The part of the window that something belongs to by where its middle is: a panel, or a dialog over all of them.
fn part(all: Rect, view: Rect, has_dialog: bool, at: egui::Pos2) -> Rect {
    if has_dialog {
        all
    } else if at.y > view.bottom() {
        all.with_min_y(view.bottom())
    } else if at.x < view.left() {
        all.with_max_x(view.left())
    } else if at.x > view.right() {
        all.with_min_x(view.right())
    } else {
        view
    }
}

/// What lies over something else in the view, by their names.
fn overlaps<'a>(controls: &'a [Node<'a>], view: Rect) -> impl Iterator<Item = String> + 'a {
    let placed = controls.iter().filter_map(move |control| {
        let node = control.accesskit_node();
        let name = node.label()?;
        // What holds others, and the axes of the gizmo, which turn, and the edges of panels.
        let holds = [Role::Alert, Role::Status, Role::Toolbar].contains(&node.role());
        let is_apart = !holds && name != "Figures" && !name.ends_with(" view");
        (is_apart && view.contains_rect(control.rect())).then(|| (name, control.rect()))
    });
    let placed: Vec<(String, Rect)> = placed.collect();
    let mut found = Vec::new();
    for (i, (a, first)) in placed.iter().enumerate() {
        for (b, second) in &placed[i + 1..] {
            let common = first.intersect(*second);
            if common.width() > 1.0 && common.height() > 1.0 {
                found.push(format!("{a} and {b} at {common:?}"));
            }
        }
    }
    found.into_iter()
}

#[test]
fn nothing_is_outside_of_its_panel() {
    let folder = Folder::new("narrow");
    let mut reported = Vec::new();
    for long in [false, true] {
        for [width, height] in SIZES {
            for (name, state) in states(&folder) {
                let mut window = Window::sized(state, width, height);
                if long {
                    lengthened(&mut window);
                }
                let all = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
                let view = view(&window);
                let has_dialog = window.state().interface.overlay.is_some();
                let part = |at| part(all, view, has_dialog, at);
                let words = if long { "long words, " } else { "" };
                let tell = |what: String| format!("{width}×{height}, {words}{name}: {what}");
                let controls = window.controls();
                let fields = controls.iter().filter(|control| {
                    let role = control.accesskit_node().role();
                    [Role::TextInput, Role::MultilineTextInput].contains(&role)
                });
                // What is typed scrolls in its field.
                let fields: Vec<Rect> = fields.map(|field| field.rect()).collect();
                let is_typed =
                    |clip: Rect| fields.iter().any(|field| field.expand(1.0).contains_rect(clip));
                for painted in window.texts() {
                    if is_typed(painted.clip) {
                        continue;
                    }
                    let part = part(painted.rect.center());
                    let clip = painted.clip.intersect(part);
                    let wide = painted.rect.width() - painted.rect.intersect(clip).width();
                    // The table of columns scrolls to the side.
                    let scrolls = name == "columns" && painted.clip.right() < all.right();
                    if painted.rect.intersects(painted.clip) && wide > 1.0 && !scrolls {
                        reported.push(tell(format!(
                            "“{}” at {:?} in {clip:?}",
                            painted.text, painted.rect
                        )));
                    }
                }
                if !has_dialog {
                    reported.extend(overlaps(&controls, view).map(tell));
                }
                for control in &controls {
                    let node = control.accesskit_node();
                    let label = node.label().unwrap_or_default();
                    let rect = control.rect();
                    let part = part(rect.center()).expand(1.0);
                    // Panels and dialogs scroll up and down; what lies over the view does not.
                    let is_over_view = !has_dialog && view.x_range().contains(rect.center().x);
                    let is_over_view = is_over_view && rect.top() < view.bottom() - 4.0;
                    if is_over_view
                        && rect.bottom() > view.bottom() + 1.0
                        && node.role() != Role::Label
                    {
                        reported.push(tell(format!("{label} at {rect:?} goes below the view")));
                    }
                    let fits = part.left() <= rect.left() && rect.right() <= part.right();
                    let scrolls =
                        label.starts_with("Choose what column") || label.starts_with("Column ");
                    if !fits && !scrolls && node.role() != Role::ScrollBar {
                        reported.push(tell(format!("{label} at {rect:?} in {part:?}")));
                    }
                }
            }
        }
    }
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}
