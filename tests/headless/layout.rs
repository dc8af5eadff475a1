//! The panels at every size and on every take: all controls have names, nothing is cut off, nothing
//! lies over anything else, and thousands of nodes cost no more than a few.

use std::fmt::Write as _;

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{SHIFTED, Window, builtin, on, part_of};
use crate::support::takes;
use egui::accesskit::Role;
use egui::{Key, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rushes::app::{
    Command, FilesCommand, InterfaceCommand, PlaybackCommand, SelectionCommand, TakesCommand,
};
use rushes::playback::LoopMode;
use rushes::scene::Theme;

/// From the smallest window that can be made to a large screen.
const SIZES: [[f32; 2]; 4] = [[640.0, 400.0], [960.0, 540.0], [1280.0, 720.0], [2560.0, 1440.0]];

/// Whether a control is in a list or in the take panel, which scroll.
fn scrolls(role: Role, name: &str) -> bool {
    let in_list = [
        Role::TreeItem,
        Role::CheckBox,
        Role::ColorWell,
        Role::ListItem,
        Role::DisclosureTriangle,
        Role::ScrollBar,
    ];
    let in_panel = ["Reading of position channels", "Units", "Up", "Floor"];
    in_list.contains(&role) || in_panel.contains(&name) || name.starts_with("Show all of ")
}

/// A state of the window with its name, to be laid out at every size.
fn states(folder: &Folder) -> Vec<(&'static str, App)> {
    let name = "a take whose name is longer than any panel that it is ever written in is wide.bvh";
    let gaps = SHIFTED.replace("Frames: 3", "Frames: 7");
    let long = folder.write(name, &gaps);
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 abc 0\n}\n");
    let mut failed = builtin();
    failed.apply(FilesCommand::Open(vec![broken.into(), folder.path("missing.bvh").into()]));
    let mut selected = builtin();
    let node = selected.take().expect("a take").take.skeleton.find("LeftHandIndex1");
    selected.apply(SelectionCommand::Select(node));
    selected.apply(PlaybackCommand::Last);
    // The longest of everything in the transport.
    let many = folder.write("many.bvh", &motion_of(SHIFTED, 30_000));
    let mut busy = on(&[&many]);
    for command in [
        Command::Playback(PlaybackCommand::SetLoopMode(LoopMode::PingPong)),
        Command::Playback(PlaybackCommand::SetSpeed(-0.125)),
        Command::Playback(PlaybackCommand::Last),
        Command::Playback(PlaybackCommand::Toggle),
    ] {
        busy.apply(command);
    }
    busy.session.redraw_rate = Some(59.94);
    let mut markers = App::of(takes::markers());
    markers.apply(PlaybackCommand::Seek(1));
    let mut dressed = App::of(takes::dressed());
    let knee = dressed.take().expect("a take").take.skeleton.find("LeftLeg");
    dressed.apply(SelectionCommand::Select(knee));
    let mut light = builtin();
    light.settings.system_theme = Theme::Light;
    let mut empty = builtin();
    empty.apply(TakesCommand::Close(empty.id(0)));
    let mut hovered = builtin();
    hovered.interface.hovering = 3;
    vec![
        ("the built-in take", builtin()),
        ("a long name and warnings", on(&[&long])),
        ("two files that cannot be opened", failed),
        ("a selected bone", selected),
        ("a long take that plays", busy),
        ("markers with gaps and events", markers),
        ("a leg with boxes, skin, masses and limits", dressed),
        ("the light theme", light),
        ("nothing", empty),
        ("files held over the window", hovered),
    ]
}

/// The names of all controls that have none, by role and place.
fn nameless(window: &Window) -> Vec<String> {
    let controls = window.controls().into_iter();
    controls
        .map(|control| control.accesskit_node())
        // egui gives its scroll bars none.
        .filter(|node| node.role() != Role::ScrollBar)
        // A text that can be selected is its own name.
        .filter(|node| {
            let name = node.label().or_else(|| node.value());
            name.is_none_or(|name| name.trim().is_empty())
        })
        .map(|node| format!("{:?} at {:?}", node.role(), node.bounding_box()))
        .collect()
}

#[test]
fn every_control_has_a_name() {
    let folder = Folder::new("names");
    for (name, state) in states(&folder) {
        let window = Window::new(state);
        let least = if name == "nothing" { 1 } else { 19 };
        let count = window.controls().len();
        assert!(count >= least, "{name}: {count} controls");
        assert_eq!(nameless(&window), [""; 0], "{name}");
    }
    // Menus and pickers, too.
    let file = folder.write("shifted.bvh", SHIFTED);
    let mut window = Window::new(on(&[&file]));
    for opener in ["Loop mode", "Reading of position channels", "Colour of Hips", "Colour scheme"] {
        let before = window.controls().len();
        window.click(opener);
        assert!(window.controls().len() > before, "{opener} opens something");
        let mut nameless = nameless(&window);
        // So with the plane of egui's picker; the fields beside it set the same colour.
        nameless.retain(|control| !control.starts_with("Unknown"));
        assert_eq!(nameless, [""; 0], "{opener}");
        window.press(Key::Escape);
        assert_eq!(window.controls().len(), before, "{opener} closes with Escape");
    }
}

#[test]
fn names_tell_controls_apart() {
    let folder = Folder::new("apart");
    let file = folder.write("shifted.bvh", SHIFTED);
    let window = Window::new(on(&[&file]));
    let mut names: Vec<String> = window
        .controls()
        .iter()
        .filter_map(|control| {
            let node = control.accesskit_node();
            let label = node.label().filter(|label| !label.is_empty())?;
            Some(format!("{:?} {label}", node.role()))
        })
        .collect();
    names.sort();
    let count = names.len();
    let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(count > 15);
}

#[test]
fn no_text_is_cut_off_by_the_window_or_its_panel() {
    let folder = Folder::new("texts");
    let mut reported = Vec::new();
    for [width, height] in SIZES {
        for (name, state) in states(&folder) {
            let window = Window::sized(state, width, height);
            let screen = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            let view = window.rect("View");
            let texts = window.texts();
            assert!(!texts.is_empty());
            for painted in texts {
                let clip = painted.clip.intersect(screen);
                let shown = painted.rect.intersect(clip);
                // Lists scroll up and down: what is cut there comes into view.
                let in_side_panel = !view.x_range().contains(clip.center().x);
                // So do long errors in their cards.
                let notices = &window.state().interface.notices;
                let in_card = notices.iter().any(|n| n.text.starts_with(&painted.text));
                let in_side_panel = in_side_panel || in_card;
                let beside = !shown.is_positive() && in_side_panel;
                let wide = painted.rect.width() - shown.width();
                let tall = painted.rect.height() - shown.height();
                if !beside && (wide > 1.0 || tall > 1.0 && !in_side_panel) {
                    reported.push(format!(
                        "{width}×{height}, {name}: “{}” at {:?} in {clip:?}",
                        painted.text, painted.rect
                    ));
                }
            }
        }
    }
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}

#[test]
fn no_control_lies_over_another_one() {
    let folder = Folder::new("overlaps");
    let mut reported = Vec::new();
    for [width, height] in SIZES {
        for (name, state) in states(&folder) {
            let window = Window::sized(state, width, height);
            let controls = window.controls();
            let placed: Vec<(String, Role, Rect)> = controls
                .iter()
                .map(|control| (control.accesskit_node(), control.rect()))
                .filter_map(|(node, rect)| Some((node.label()?, node.role(), rect)))
                // Lists are cut where they scroll, panels are resized at their very edges, and the
                // view holds all that lies over it.
                .filter(|(name, role, _)| {
                    let is_take = window.has(&format!("Close {name}"));
                    let holds = *role == Role::Alert || name == "Figures";
                    !scrolls(*role, name) && !is_take && !holds
                })
                .collect();
            for (i, (a, _, first)) in placed.iter().enumerate() {
                for (b, _, second) in &placed[i + 1..] {
                    // The axes of the gizmo turn, and may lie behind each other.
                    let gizmo = |name: &str| name.ends_with(" view");
                    let common = first.intersect(*second);
                    let both = common.width() > 1.0 && common.height() > 1.0;
                    if both && !(gizmo(a) && gizmo(b)) {
                        reported.push(format!("{width}×{height}, {name}: {a} and {b}"));
                    }
                }
            }
        }
    }
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}

#[test]
fn every_control_is_in_the_window() {
    let folder = Folder::new("inside");
    let mut reported = Vec::new();
    for [width, height] in SIZES {
        for (name, state) in states(&folder) {
            let window = Window::sized(state, width, height);
            let screen = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for control in window.controls() {
                let node = control.accesskit_node();
                let label = node.label().unwrap_or_default();
                let inside = screen.expand(1.0).contains_rect(control.rect());
                if !scrolls(node.role(), &label) && !inside {
                    reported
                        .push(format!("{width}×{height}, {name}: {label} at {:?}", control.rect()));
                }
            }
        }
    }
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}

#[test]
fn a_window_that_was_small_for_a_while_looks_as_it_did_before() {
    let mut window = Window::new(builtin());
    let view = window.rect("View");
    assert_eq!((view.left(), view.right()), (280.0, 976.0));
    window.resize(640.0, 400.0);
    assert!(window.rect("View").width() >= 250.0);
    window.resize(1280.0, 720.0);
    assert_eq!(window.rect("View"), view);
}

#[test]
fn the_edges_of_panels_are_found_and_held_and_give_the_usual_size_back() {
    let mut window = Window::new(builtin());
    let camera = window.state().view.camera;
    let view = window.rect("View");
    let edges = [
        (egui::pos2(view.left(), 300.0), egui::vec2(1.0, 0.0)),
        (egui::pos2(view.right(), 300.0), egui::vec2(1.0, 0.0)),
        (egui::pos2(600.0, view.bottom()), egui::vec2(0.0, 1.0)),
    ];
    for (edge, across) in edges {
        for off in [-3.5, 0.0, 3.5] {
            let from = edge + across * off;
            window.harness.hover_at(from);
            window.settle();
            let icon = window.harness.output().platform_output.cursor_icon;
            let reported = if across.x == 0.0 {
                egui::CursorIcon::ResizeVertical
            } else {
                egui::CursorIcon::ResizeHorizontal
            };
            assert_eq!(icon, reported, "{from}");
            let before = window.state().interface.panels.sizes();
            let pull = |to: egui::Pos2, window: &mut Window| {
                window.harness.drag_at(from);
                window.harness.step();
                for _ in 0..2 {
                    window.harness.hover_at(to);
                    window.harness.step();
                }
                window.harness.drop_at(to);
                window.settle();
            };
            pull(from - across * 40.0, &mut window);
            let after = window.state().interface.panels.sizes();
            assert_ne!(after, before, "{from}");
            assert_eq!(window.state().view.camera, camera, "{from}: the view stays as it is");
            assert!(window.open().edits.selected.is_empty());
            double_click(&mut window, from - across * 40.0 - across * off);
            assert_eq!(window.state().interface.panels.sizes(), before);
            assert_eq!(window.rect("View"), view);
        }
    }
}

fn double_click(window: &mut Window, at: egui::Pos2) {
    let time = window.harness.input().time.unwrap_or(0.0) + 100.0;
    for (after, pressed) in [(0.0, true), (0.05, false), (0.1, true), (0.15, false)] {
        window.harness.input_mut().time = Some(time + after);
        window.harness.event(egui::Event::PointerMoved(at));
        window.harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        for _ in 0..2 {
            window.harness.input_mut().time = Some(time + after);
            window.harness.step();
        }
    }
    window.harness.remove_cursor();
    window.settle();
}

#[test]
fn a_narrow_window_leaves_more_to_the_view_unless_somebody_wants_the_inspector_wide() {
    let mut window = Window::sized(builtin(), 900.0, 600.0);
    let inspector = |window: &Window| 900.0 - 8.0 - window.rect("View").right();
    assert!(inspector(&window) < 250.0, "{}", inspector(&window));
    window.apply(InterfaceCommand::ResizePanels([272.0, 400.0, 140.0, 200.0]));
    assert_eq!(inspector(&window), 400.0);
    window.resize(2560.0, 1440.0);
    window.apply(InterfaceCommand::ResizePanels([272.0, 1600.0, 140.0, 200.0]));
    assert_eq!(2560.0 - 8.0 - window.rect("View").right(), 1600.0);
}

/// A take with its first row repeated.
fn motion_of(text: &str, frames: usize) -> String {
    let (head, rows) = text.split_once("Frame Time: 0.04\n").expect("rows");
    let head = head.replace("Frames: 3", &format!("Frames: {frames}"));
    let row = rows.lines().next().expect("a row").to_string() + "\n";
    format!("{head}Frame Time: 0.008333\n{}", row.repeat(frames))
}

/// Joints in a row, each the only child of the one before it.
fn chain(count: usize) -> String {
    let mut text = String::from("HIERARCHY\n");
    for i in 0..count {
        let kind = if i == 0 { "ROOT" } else { "JOINT" };
        let _ = writeln!(text, "{kind} Link{i}\n{{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation");
    }
    text += "End Site\n{\nOFFSET 0 1 0\n}\n";
    text += &"}\n".repeat(count);
    motion(text, count)
}

/// Joints side by side below one root.
fn broom(count: usize) -> String {
    let mut text = String::from("HIERARCHY\nROOT Hand\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n");
    for i in 1..count {
        let _ = writeln!(text, "JOINT Hair{i}\n{{\nOFFSET {i} 1 0\nCHANNELS 1 Zrotation\n}}");
    }
    text += "}\n";
    motion(text, count)
}

fn motion(mut text: String, columns: usize) -> String {
    text += "MOTION\nFrames: 2\nFrame Time: 0.04\n";
    for row in ["0 ", "1 "] {
        text += &row.repeat(columns);
        text.push('\n');
    }
    text
}

#[test]
fn of_thousands_of_nodes_those_in_view_are_laid_out() {
    let folder = Folder::new("large");
    for (name, count, text) in [("chain", 3_000, chain(3_000)), ("broom", 4_000, broom(4_000))] {
        let file = folder.write(&format!("{name}.bvh"), &text);
        let mut window = Window::new(on(&[&file]));
        assert_eq!(window.open().take.skeleton.nodes().len(), count);
        let rows = |window: &Window| window.harness.query_all_by_role(Role::TreeItem).count();
        let visible = rows(&window);
        assert!((10..60).contains(&visible), "{name}: {visible} rows");
        // The take has a swatch, too.
        let swatches = window.harness.query_all_by_role(Role::ColorWell).count();
        assert!(swatches <= visible + 1, "{name}: {swatches} swatches");
        // The far end of the list comes into view, and a search finds what is there.
        let last = format!("{}{}", if name == "chain" { "Link" } else { "Hair" }, count - 1);
        assert!(!window.has(&last));
        window.type_into("Search nodes", &last);
        assert_eq!(rows(&window), 1);
        // Beside the swatch of a row that is indented as far as any.
        window.click_at(part_of(window.rect(&last), 0.7, 0.5));
        let selected = window.open().primary().expect("a node");
        assert_eq!(window.open().take.skeleton[selected].name, last);
    }
}
