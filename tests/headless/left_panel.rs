//! The panel at the left: the list of takes, and the node tree with its colours.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::{SHIFTED, Window, builtin, on, part_of};
use crate::support::{self, takes};
use egui::accesskit::Role;
use egui::{Color32, Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rushes::app::{
    Command, FigureCommand, HistoryCommand, InterfaceCommand, OpenTake, SelectMode,
    SelectionCommand, TakesCommand,
};
use rushes::scene::{Scheme, Theme};
use rushes::store::{ColourSet, Store};

const ALT: Modifiers = Modifiers::ALT;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;

/// A window on takes of these names.
fn window_on(folder: &Folder, names: &[&str]) -> Window {
    let files: Vec<String> = names.iter().map(|name| folder.write(name, SHIFTED)).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    Window::new(on(&files))
}

#[track_caller]
fn click_with(window: &mut Window, label: &str, held: Modifiers) {
    window.find(label).click_modifiers(held);
    window.harness.step();
    window.harness.remove_cursor();
    window.settle();
}

/// Opens the menu of a row, and chooses from it.
#[track_caller]
fn choose(window: &mut Window, row: &str, item: &str) {
    window.find(row).click_secondary();
    window.settle();
    window.click(item);
}

/// Presses a key on a control that the keyboard is on.
#[track_caller]
fn press_on(window: &mut Window, label: &str, held: Modifiers, key: Key) {
    window.find(label).focus();
    window.settle();
    window.harness.key_press_modifiers(held, key);
    window.settle();
}

fn titles(window: &Window) -> Vec<String> {
    window.state().session.takes.iter().map(OpenTake::title).collect()
}

fn shown(window: &Window) -> Vec<bool> {
    let state = window.state();
    let takes = &state.session.takes;
    takes.iter().map(|open| takes.is_shown(open)).collect()
}

/// The names of the rows of the tree, from top to bottom.
fn rows(window: &Window) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::TreeItem);
    rows.filter_map(|row| row.accesskit_node().label()).collect()
}

/// What a screen reader tells of a row that can be unfolded.
fn is_unfolded(window: &Window, name: &str) -> Option<bool> {
    window.find(name).accesskit_node().data().is_expanded()
}

/// The colour that a text has in the panel.
#[track_caller]
fn colour_of(window: &Window, text: &str) -> Color32 {
    let texts = window.texts();
    let left = window.rect("View").left();
    let mut here = texts.iter().filter(|painted| painted.rect.right() < left);
    here.find(|painted| painted.text == text).expect(text).colour
}

fn moved(at: Pos2) -> Event {
    Event::PointerMoved(at)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

#[test]
fn the_dot_of_a_take_hides_it_and_with_alt_shows_it_alone() {
    let folder = Folder::new("dots");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh"]);
    window.click("Show two.bvh");
    assert_eq!(shown(&window), [true, false, true]);
    let [text, dim] = ["one.bvh", "two.bvh"].map(|name| colour_of(&window, name));
    assert!(text != dim, "the name of a hidden take is dimmed");
    window.click("Show two.bvh");
    assert_eq!(shown(&window), [true; 3]);

    click_with(&mut window, "Show three.bvh", ALT);
    assert_eq!(shown(&window), [false, false, true]);
    // A dot means what it shows: a click on a hollow one shows its take.
    window.click("Show one.bvh");
    assert_eq!(shown(&window), [true; 3]);
    assert_eq!(window.state().session.takes.solo(), None);
}

#[test]
fn the_letter_of_a_take_shows_it_alone_and_all_again() {
    let folder = Folder::new("alone");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh"]);
    let toggled = |window: &Window| {
        let button = window.find("Solo two.bvh");
        button.accesskit_node().data().toggled()
    };
    assert_eq!(toggled(&window), Some(egui::accesskit::Toggled::False));
    window.click("Solo two.bvh");
    assert_eq!(shown(&window), [false, true]);
    assert_eq!(toggled(&window), Some(egui::accesskit::Toggled::True));
    assert!(window.shows("S"), "it stays in view without the pointer");
    window.click("Solo two.bvh");
    assert_eq!(shown(&window), [true, true]);
}

#[test]
fn a_take_is_given_a_colour_and_its_scheme_again() {
    let folder = Folder::new("hues");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh"]);
    let second = window.state().session.takes[1].edits.colour;
    assert!(second.is_some(), "the second take has a colour of its own");
    window.click("Colour of one.bvh");
    window.click("Green");
    let green = window.state().session.takes[0].edits.colour;
    assert!(green.is_some() && green != second);
    assert!(!window.has("Green"), "the picker closes");
    window.click("Colour of two.bvh");
    window.click("By scheme");
    assert_eq!(window.state().session.takes[1].edits.colour, None);
}

#[test]
fn an_offset_is_typed_in_frames_or_seconds_and_taken_back() {
    let folder = Folder::new("offsets");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh"]);
    let field = "Offset of two.bvh";
    assert!(!window.has(field), "nothing to tell");
    choose(&mut window, "two.bvh", "Offset take…");
    window.harness.event(Event::Text("12".into()));
    window.press(Key::Enter);
    let offset = |window: &Window| window.state().session.takes[1].edits.offset;
    assert!((offset(&window) - 12.0 * 0.04).abs() < 1e-9);
    assert_eq!(window.value(field).as_deref(), Some("+12 f"));
    assert!(window.shows("+12 f"));

    // What is typed takes the place of what was there; Escape leaves that.
    window.click(field);
    window.harness.event(Event::Text("-0.1 s".into()));
    window.press(Key::Enter);
    assert!((offset(&window) + 0.1).abs() < 1e-9);
    assert!(window.shows("−2.5 f"));
    window.click(field);
    window.harness.event(Event::Text("7".into()));
    window.press(Key::Escape);
    assert!(window.shows("−2.5 f"));
    window.click(field);
    window.harness.event(Event::Text("soon".into()));
    window.press(Key::Enter);
    assert_eq!(window.value(field).as_deref(), Some("soon"), "it can be mended");
    assert!((offset(&window) + 0.1).abs() < 1e-9);

    window.harness.event(Event::Text("0".into()));
    window.press(Key::Enter);
    assert_eq!(offset(&window), 0.0);
    assert!(!window.has(field));
}

#[test]
fn takes_are_moved_by_keys_and_keep_the_keyboard() {
    let folder = Folder::new("keys");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh"]);
    press_on(&mut window, "one.bvh", ALT, Key::ArrowDown);
    assert_eq!(titles(&window), ["two.bvh", "one.bvh", "three.bvh"]);
    window.harness.key_press_modifiers(ALT, Key::ArrowDown);
    window.settle();
    assert_eq!(titles(&window), ["two.bvh", "three.bvh", "one.bvh"]);
    window.harness.key_press_modifiers(ALT, Key::ArrowDown);
    window.settle();
    assert_eq!(titles(&window), ["two.bvh", "three.bvh", "one.bvh"]);
    press_on(&mut window, "three.bvh", ALT, Key::ArrowUp);
    assert_eq!(titles(&window), ["three.bvh", "two.bvh", "one.bvh"]);
    assert_eq!(window.open().title(), "one.bvh", "the active one stays it");
}

#[test]
fn takes_are_dragged_to_another_place() {
    let folder = Folder::new("drag");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh"]);
    let mut drag = |from: &str, to: &str, height: f32| {
        let from = window.rect(from).center();
        let to = part_of(window.rect(to), 0.5, height);
        for event in [moved(from), button(from, true), moved(to), moved(to)] {
            window.harness.event(event);
            window.harness.step();
        }
        window.harness.event(button(to, false));
        window.settle();
        titles(&window)
    };
    let after = drag("one.bvh", "two.bvh", 0.8);
    assert_eq!(after, ["two.bvh", "one.bvh", "three.bvh"]);
    let after = drag("three.bvh", "two.bvh", 0.2);
    assert_eq!(after, ["three.bvh", "two.bvh", "one.bvh"]);
    let after = drag("three.bvh", "two.bvh", 0.2);
    assert_eq!(after, ["three.bvh", "two.bvh", "one.bvh"], "it was there");
    let after = drag("two.bvh", "View", 0.5);
    assert_eq!(after, ["three.bvh", "two.bvh", "one.bvh"], "no place");
}

#[test]
fn the_menu_of_a_take_does_what_its_words_say() {
    let folder = Folder::new("menu");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh", "four.bvh"]);
    choose(&mut window, "two.bvh", "Hide others");
    assert_eq!(shown(&window), [false, true, false, false]);
    choose(&mut window, "two.bvh", "Show all");
    assert_eq!(shown(&window), [true; 4]);
    choose(&mut window, "one.bvh", "Hide all");
    assert_eq!(shown(&window), [false; 4]);
    choose(&mut window, "one.bvh", "Show all");
    choose(&mut window, "three.bvh", "Solo");
    assert_eq!(shown(&window), [false, false, true, false]);
    choose(&mut window, "three.bvh", "End solo");
    assert_eq!(shown(&window), [true; 4]);
    choose(&mut window, "three.bvh", "Move up");
    assert_eq!(titles(&window), ["one.bvh", "three.bvh", "two.bvh", "four.bvh"]);
    choose(&mut window, "one.bvh", "Move down");
    assert_eq!(titles(&window), ["three.bvh", "one.bvh", "two.bvh", "four.bvh"]);
    choose(&mut window, "two.bvh", "Pink");
    let pink = window.state().session.takes[2].edits.colour;
    assert_eq!(pink, Some([0xf0, 0x7f, 0xc0, 0xff]));
    window.apply(TakesCommand::Offset(window.id(2), 1.0));
    choose(&mut window, "two.bvh", "Reset offset");
    assert_eq!(window.state().session.takes[2].edits.offset, 0.0);
    choose(&mut window, "two.bvh", "Close");
    assert_eq!(titles(&window), ["three.bvh", "one.bvh", "four.bvh"]);
    choose(&mut window, "one.bvh", "Close others");
    assert_eq!(titles(&window), ["one.bvh"]);

    // The keyboard opens it, too; what makes no sense is disabled.
    press_on(&mut window, "one.bvh", SHIFT, Key::F10);
    for item in ["Solo", "Move up", "Move down", "Close others"] {
        assert!(window.is_disabled(item), "{item} of a take alone");
    }
    assert!(!window.is_disabled("Reload from disk"));
}

#[test]
fn the_path_of_a_take_is_copied() {
    let folder = Folder::new("copy");
    let file = folder.write("one.bvh", SHIFTED);
    let mut window = Window::new(on(&[&file]));
    window.find("one.bvh").click_secondary();
    window.settle();
    let at = window.rect("Copy path").center();
    let mut copied = Vec::new();
    for event in [moved(at), button(at, true), button(at, false)] {
        window.harness.event(event);
        window.harness.step();
        for command in &window.harness.output().platform_output.commands {
            if let OutputCommand::CopyText(text) = command {
                copied.push(text.clone());
            }
        }
    }
    assert_eq!(copied, [file]);
}

#[test]
fn takes_that_are_called_the_same_are_told_apart_by_their_folders() {
    let folder = Folder::new("same");
    let mut files = Vec::new();
    for part in ["monday", "friday"] {
        std::fs::create_dir(folder.path(part)).expect("a folder");
        files.push(folder.write(&format!("{part}/walk.bvh"), SHIFTED));
    }
    files.push(folder.write("run.bvh", SHIFTED));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let window = Window::new(on(&files));
    for name in ["monday/walk.bvh", "friday/walk.bvh", "run.bvh"] {
        assert!(window.has(name), "{name}");
    }
}

#[test]
fn hundreds_of_takes_scroll_and_the_active_one_comes_into_view() {
    let folder = Folder::new("many");
    let names: Vec<String> = (0..200).map(|i| format!("take {i:03}.bvh")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut window = window_on(&folder, &names);
    let listed = |window: &Window| {
        let closes = names.iter().filter(|name| window.has(&format!("Close {name}")));
        closes.count()
    };
    assert!((8..20).contains(&listed(&window)), "{}", listed(&window));
    assert!(!window.has("take 150.bvh"));
    window.apply(TakesCommand::Activate(window.id(150)));
    let row = window.rect("take 150.bvh");
    assert!(row.bottom() < window.rect("Search nodes").top());
    assert!(listed(&window) < 20);
    // The bones have their place below.
    assert!(window.rect("Hips").top() > row.bottom());
}

#[test]
fn the_list_of_takes_grows_with_the_panel_and_leaves_the_bones_their_share() {
    let listed = |height: f32| {
        let folder = Folder::new(&format!("grows-{height}"));
        let text = std::fs::read_to_string("assets/builtin/stroll.bvh").expect("a take");
        let files = (0..40).map(|i| folder.write(&format!("take {i:03}.bvh"), &text));
        let files: Vec<String> = files.collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let window = Window::sized(on(&files), 1280.0, height);
        let takes = (0..40).filter(|i| window.has(&format!("Close take {i:03}.bvh")));
        [takes.count(), rows(&window).len()]
    };
    let [low, high] = [540.0, 1440.0].map(listed);
    assert!(low[0] >= 4 && high[0] > 15, "{low:?} and {high:?}");
    assert!(low[1] >= 5 && high[1] > 15, "{low:?} and {high:?}");
}

#[test]
fn hidden_takes_are_told_and_a_click_shows_them() {
    let folder = Folder::new("hidden");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh"]);
    assert!(!window.shows("hidden"));
    window.click("Show one.bvh");
    window.click("Show two.bvh");
    window.click("2 hidden");
    assert_eq!(shown(&window), [true; 3]);
    assert!(!window.shows("hidden"));
    window.apply(HistoryCommand::Undo);
    assert_eq!(shown(&window), [false, false, true], "it is one step");
    window.apply(TakesCommand::Solo(window.id(1)));
    window.click("2 hidden");
    assert_eq!(shown(&window), [true; 3]);
}

#[test]
fn nothing_that_can_be_pressed_gives_way_to_the_buttons_of_a_row() {
    for width in [180.0, 220.0, 272.0] {
        let folder = Folder::new(&format!("hover-{width}"));
        let mut window = window_on(&folder, &["one.bvh", "two.bvh"]);
        window.apply(InterfaceCommand::ResizePanels([width, 296.0, 140.0, 200.0]));
        window.apply(TakesCommand::Offset(window.id(1), 100.0));
        let parts = ["Show two.bvh", "Colour of two.bvh", "Offset of two.bvh"];
        let before = parts.map(|part| window.rect(part));
        window.harness.hover_at(part_of(window.rect("two.bvh"), 0.5, 0.5));
        window.settle();
        assert_eq!(parts.map(|part| window.rect(part)), before, "{width}");
        for button in ["Solo two.bvh", "Close two.bvh"] {
            let button = window.rect(button).shrink(2.0);
            let over = before.iter().any(|part| part.intersects(button));
            assert!(!over, "{width}: {button:?} and {before:?}");
        }
    }
}

#[test]
fn many_joints_are_one_stop_of_the_keyboard() {
    let folder = Folder::new("stop");
    let mut text = String::from("HIERARCHY\nROOT Hand\n{\nOFFSET 0 0 0\nCHANNELS 0\n");
    for i in 0..165 {
        text += &format!("JOINT Hair{i}\n{{\nOFFSET {i} 1 0\nCHANNELS 0\n}}\n");
    }
    text += "}\nMOTION\nFrames: 0\nFrame Time: 0.04\n";
    let file = folder.write("hair.bvh", &text);
    let mut window = Window::new(on(&[&file]));
    let focused = |window: &Window| {
        let root = window.harness.root();
        let mut nodes = root.children_recursive();
        let node = nodes.find(|node| node.accesskit_node().is_focused());
        node.and_then(|node| node.accesskit_node().label())
    };
    window.find("Colour scheme").focus();
    window.settle();
    window.press(Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("Hand"));
    window.press(Key::End);
    assert_eq!(focused(&window).as_deref(), Some("Hair164"));
    window.press(Key::ArrowUp);
    assert_eq!(focused(&window).as_deref(), Some("Hair163"));
    let row = window.rect("Hair163");
    assert!(row.bottom() <= window.rect("View").bottom(), "it came into view");
    window.press(Key::Tab);
    assert_eq!(focused(&window).as_deref(), Some("Take"), "the tabs come next");
}

#[test]
fn a_row_that_was_closed_leaves_the_keyboard_to_the_next_one() {
    let folder = Folder::new("closed");
    let mut window = window_on(&folder, &["one.bvh", "two.bvh", "three.bvh"]);
    press_on(&mut window, "Close two.bvh", Modifiers::NONE, Key::Enter);
    assert_eq!(titles(&window), ["one.bvh", "three.bvh"]);
    window.press(Key::Space);
    assert_eq!(shown(&window), [true, false], "three.bvh has the keyboard");
}

#[test]
fn rows_are_selected_one_by_one_in_ranges_and_together() {
    let mut window = Window::new(builtin());
    let all = rows(&window);
    let name = |i: usize| all[i].clone();
    window.click(&name(2));
    click_with(&mut window, &name(5), SHIFT);
    assert_eq!(window.selected(), all[2..=5]);
    // Again from the first click, upwards: the row that was clicked is the last one.
    click_with(&mut window, &name(1), SHIFT);
    assert_eq!(window.selected(), [name(2), name(1)]);
    click_with(&mut window, &name(7), CTRL);
    assert_eq!(window.selected(), [name(2), name(1), name(7)]);
    click_with(&mut window, &name(9), CTRL | SHIFT);
    let now = window.selected();
    assert_eq!(now, [name(2), name(1), name(7), name(8), name(9)]);
    click_with(&mut window, &name(1), CTRL);
    let now = window.selected();
    assert_eq!(now, [name(2), name(7), name(8), name(9)]);
    // A click on one of several selects it alone.
    window.click(&name(8));
    assert_eq!(window.selected(), [name(8)]);

    // So with the keyboard.
    press_on(&mut window, &name(3), Modifiers::NONE, Key::Enter);
    assert_eq!(window.selected(), [name(3)]);
    press_on(&mut window, &name(4), CTRL, Key::Enter);
    assert_eq!(window.selected(), [name(3), name(4)]);
    press_on(&mut window, &name(6), SHIFT, Key::Enter);
    assert_eq!(window.selected(), all[4..=6]);
}

#[test]
fn enter_in_the_search_selects_everything_that_it_finds() {
    let mut window = Window::new(builtin());
    window.type_into("Search nodes", "lefthand");
    window.press(Key::Enter);
    assert_eq!(window.selected(), ["LeftHand", "LeftHandIndex1", "LeftHandThumb1"]);
    window.apply(InterfaceCommand::Search(String::new()));
    window.apply(SelectionCommand::Select(None));
    window.find("Search nodes").focus();
    window.settle();
    window.press(Key::Enter);
    assert_eq!(window.selected(), [""; 0], "nothing was looked for");
}

#[test]
fn what_is_below_a_node_folds_away_and_a_selection_unfolds_it() {
    let mut window = Window::new(builtin());
    let all = rows(&window);
    assert_eq!(is_unfolded(&window, "LeftArm"), Some(true));
    window.click("Fold LeftArm");
    assert_eq!(is_unfolded(&window, "LeftArm"), Some(false));
    assert!(!window.has("LeftForeArm") && window.has("RightForeArm"));
    // Selecting elsewhere, such as in the view, shows where that is.
    let node = window.open().take.skeleton.find("LeftHand");
    window.apply(SelectionCommand::Select(node));
    assert!(window.has("LeftHand"));
    assert_eq!(is_unfolded(&window, "LeftArm"), Some(true));

    click_with(&mut window, "Fold LeftShoulder", ALT);
    window.click("Unfold LeftShoulder");
    assert!(window.has("LeftArm") && !window.has("LeftForeArm"));
    click_with(&mut window, "Fold LeftShoulder", ALT);
    click_with(&mut window, "Unfold LeftShoulder", ALT);
    assert_eq!(rows(&window), all);
}

#[test]
fn the_dot_of_a_row_hides_all_below_it_with_alt_and_all_that_are_selected() {
    let mut window = Window::new(builtin());
    let hidden = |window: &Window| {
        let open = window.open();
        let nodes = open.take.skeleton.iter();
        let hidden = nodes.filter(|(id, _)| open.edits.hidden[id.index()]);
        hidden.map(|(_, node)| node.name.clone()).collect::<Vec<_>>()
    };
    click_with(&mut window, "Show LeftForeArm", ALT);
    let below = ["LeftForeArm", "LeftHand", "LeftHandIndex1", "LeftHandThumb1"];
    let mut now = hidden(&window);
    now.retain(|name| !below.contains(&name.as_str()));
    assert_eq!(now, [""; 0]);
    assert!(hidden(&window).len() >= 3);
    click_with(&mut window, "Show LeftForeArm", ALT);
    assert_eq!(hidden(&window), [""; 0]);

    window.click("Head");
    click_with(&mut window, "Neck", CTRL);
    window.click("Show Head");
    let mut now = hidden(&window);
    now.sort();
    assert_eq!(now, ["Head", "Neck"]);
    // One that is not selected is hidden alone.
    window.click("Show LeftArm");
    assert_eq!(hidden(&window).len(), 3);
}

#[test]
fn a_swatch_colours_all_that_are_selected() {
    let mut window = Window::new(builtin());
    window.click("LeftArm");
    click_with(&mut window, "RightArm", CTRL);
    window.click("Colour of LeftArm");
    assert!(window.shows("2 selected"));
    window.click("Amber");
    window.press(Key::Escape);
    let open = window.open();
    let picked = |name: &str| {
        let node = open.take.skeleton.find(name).expect(name);
        open.edits.picked[open.parts.of_node(node)[0]]
    };
    let amber = Some([0xff, 0xc8, 0x57, 0xff]);
    assert_eq!([picked("LeftArm"), picked("RightArm")], [amber; 2]);
    assert_eq!(picked("LeftForeArm"), None);

    window.click("Colour of Head");
    window.click("Violet");
    let field = "Hex colour";
    window.find(field).focus();
    window.settle();
    window.harness.event(Event::Text("#102030".into()));
    window.press(Key::Enter);
    let open = window.open();
    let head = open.parts.of_node(open.take.skeleton.find("Head").unwrap())[0];
    assert_eq!(open.edits.picked[head], Some([0x10, 0x20, 0x30, 0xff]));
    let arm = open.parts.of_node(open.take.skeleton.find("LeftArm").unwrap())[0];
    assert_eq!(open.edits.picked[arm], amber, "it is not one of those");
}

#[test]
fn the_menu_of_schemes_sets_one_and_any_one_colour() {
    let mut window = Window::new(builtin());
    let button = "Colour scheme";
    assert_eq!(window.value(button).as_deref(), Some("By side"));
    for (word, scheme) in [
        ("By depth", Scheme::Depth),
        ("By limb", Scheme::Limb),
        ("By speed", Scheme::Speed),
        ("By side", Scheme::Side),
    ] {
        window.click(button);
        window.click(word);
        assert_eq!(window.open().edits.scheme, scheme);
        assert_eq!(window.value(button).as_deref(), Some(word));
        assert!(!window.has("Save colour set…"), "the menu closes");
    }
    window.click(button);
    window.click("One colour…");
    assert!(matches!(window.open().edits.scheme, Scheme::One(_)));
    window.click("Tan");
    let tan = Scheme::One([0xc9, 0xa2, 0x7c, 0xff]);
    assert_eq!(window.open().edits.scheme, tan);
    window.press(Key::Escape);
    window.click(button);
    assert!(!window.has("Tan"), "the picker is asked for each time");
}

#[test]
fn several_performers_have_a_colour_and_a_heading_each() {
    let path = support::root().join("tests/good/npz/smpl-two-people.npz");
    // So high that all rows are in it.
    let state = on(&[path.to_str().expect("UTF-8")]);
    let mut window = Window::sized(state, 1280.0, 2200.0);
    assert_eq!(window.value("Colour scheme").as_deref(), Some("By subject"));
    let open = window.open();
    let colours = open.colours(Theme::Dark, &[]);
    let of = |name: &str| {
        let node = open.take.skeleton.find(name).expect("a joint");
        colours[open.parts.of_node(node)[0]]
    };
    assert_eq!(of("1:left_knee"), of("1:right_knee"));
    assert_ne!(of("1:left_knee"), of("2:left_knee"));
    // A click selects all of one, and what is folded is not listed.
    window.click("Subject 2");
    let selected = window.selected();
    assert_eq!(selected.len(), 22);
    assert!(selected.iter().all(|name| name.starts_with("2:")));
    assert!(window.has("1:pelvis") && window.has("1:left_hip"));
    window.click("Fold Subject 1");
    assert!(!window.has("1:pelvis") && window.has("Subject 1"));
    press_on(&mut window, "Subject 1", Modifiers::NONE, Key::ArrowRight);
    assert!(window.has("1:pelvis"));
    // Space hides all of one.
    press_on(&mut window, "Subject 2", Modifiers::NONE, Key::Space);
    let hidden = |window: &Window| {
        let open = window.open();
        let all = open.take.skeleton.iter().zip(&open.edits.hidden);
        all.filter(|(_, hidden)| **hidden).map(|((_, node), _)| node.name.clone()).collect()
    };
    let names: Vec<String> = hidden(&window);
    assert!(names.len() == 22 && names.iter().all(|name| name.starts_with("2:")));
    // Whoever is one alone has neither.
    let mut window = Window::new(builtin());
    window.click("Colour scheme");
    assert!(!window.has("By subject"));
}

#[test]
fn colour_sets_are_listed_and_named_and_deleted() {
    let long = "a colour set with a name that is far too long for any menu that one would open";
    let folder = Folder::new("colour-sets");
    let store = Store::in_folder(folder.path("kept"));
    for name in ["Stage", long] {
        assert_eq!(store.save_colour_set(name, &ColourSet::default(), false), (true, Vec::new()));
    }
    let mut state = builtin();
    state.remember_in(store);
    let mut window = Window::new(state);
    let button = "Colour scheme";
    window.asked();
    window.click(button);
    window.click("Stage");
    assert_eq!(window.asked(), [Command::Figure(FigureCommand::UseColourSet("Stage".into()))]);
    window.click(button);
    assert!(window.has(long));
    window.click("Save colour set…");
    assert!(window.is_disabled("Save"), "it has no name yet");
    window.harness.event(Event::Text(" Evening ".into()));
    window.press(Key::Enter);
    let saved = Command::Figure(FigureCommand::SaveColourSet("Evening".into()));
    assert_eq!(window.asked(), [saved]);
    window.click("Save colour set…");
    window.harness.event(Event::Text("Stage".into()));
    window.settle();
    window.click("Replace");
    let saved = Command::Figure(FigureCommand::SaveColourSet("Stage".into()));
    assert_eq!(window.asked(), [saved]);
    window.click("Delete colour set Stage");
    let deleted = Command::Figure(FigureCommand::DeleteColourSet("Stage".into()));
    assert_eq!(window.asked(), [deleted]);
}

#[test]
fn a_selection_from_elsewhere_scrolls_the_list_and_a_click_in_it_does_not() {
    let folder = Folder::new("reveal");
    let mut text = String::from("HIERARCHY\nROOT Hand\n{\nOFFSET 0 0 0\nCHANNELS 0\n");
    for i in 0..300 {
        text += &format!("JOINT Hair{i}\n{{\nOFFSET {i} 1 0\nCHANNELS 0\n}}\n");
    }
    text += "}\nMOTION\nFrames: 0\nFrame Time: 0.04\n";
    let file = folder.write("hair.bvh", &text);
    let mut window = Window::new(on(&[&file]));
    let node = |window: &Window, name: &str| window.open().take.skeleton.find(name);
    assert!(!window.has("Hair250"));
    window.apply(SelectionCommand::Select(node(&window, "Hair250")));
    let at = window.rect("Hair250");
    let listed = rows(&window);
    assert!(listed.len() < 40, "only what shows is laid out: {listed:?}");
    // The row at the list's edge stays where it is when it is clicked.
    let edge = &listed[1];
    let before = window.rect(edge);
    window.click_at(part_of(before, 0.5, 0.5));
    assert_eq!(window.selected(), [edge.as_str()]);
    assert_eq!(window.rect(edge), before);
    assert_eq!(window.rect("Hair250"), at);
    let nodes = ["Hair7", "Hair3"].map(|name| node(&window, name).unwrap());
    window.apply(SelectionCommand::SelectNodes(nodes.to_vec(), SelectMode::Replace));
    assert!(window.has("Hair3"), "the last one comes into view");
}

#[test]
fn two_markers_are_joined_by_a_line_and_lines_are_taken_away() {
    let mut window = Window::new(App::of(takes::markers()));
    assert!(!window.has("Connect markers") && !window.has("Disconnect all"));
    window.click("LKNE");
    assert!(!window.has("Connect markers"), "it takes two");
    click_with(&mut window, "LTOE", CTRL);
    window.click("Connect markers");
    assert_eq!(window.open().edits.lines.len(), 1);
    window.click("Disconnect");
    assert!(window.open().edits.lines.is_empty());
    window.click("Connect markers");
    window.click("RKNE");
    assert!(!window.has("Disconnect"));
    window.click("Disconnect all");
    assert!(window.open().edits.lines.is_empty());
    let mut window = Window::new(builtin());
    window.click("LeftArm");
    click_with(&mut window, "RightArm", CTRL);
    assert!(!window.has("Connect markers"), "bones are no markers");
}

#[test]
fn the_panel_holds_together_at_every_width_and_in_both_themes() {
    let folder = Folder::new("widths");
    let long = "a take whose name is longer than any panel that it is ever written in is wide.bvh";
    let files = ["one.bvh", long, "three.bvh"].map(|name| folder.write(name, SHIFTED));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut reported = Vec::new();
    // The panel is as wide as a window lets it be, and then as it is dragged.
    for (size, widths) in [(640.0, vec![180.0]), (1600.0, vec![200.0, 236.0, 272.0, 480.0])] {
        for theme in Theme::ALL {
            for width in &widths {
                let mut states = vec![on(&files), App::of(takes::markers())];
                states.push(App::of(takes::dressed()));
                for (i, mut state) in states.into_iter().enumerate() {
                    state.settings.system_theme = theme;
                    if i == 0 {
                        state.apply(TakesCommand::Offset(state.id(0), 1234.0));
                    }
                    let mut nodes = state.session.takes[0].take.skeleton.iter().map(|(id, _)| id);
                    let two: Vec<_> = nodes.by_ref().take(2).collect();
                    drop(nodes);
                    state.apply(SelectionCommand::SelectNodes(two, SelectMode::Replace));
                    state.apply(FigureCommand::ToggleConnection);
                    let mut window = Window::sized(state, size, 700.0);
                    drag_edge_to(&mut window, *width);
                    let edge = window.rect("View").left();
                    assert!((edge - width).abs() < 12.0, "{width}: {edge}");
                    reported.extend(overlaps(&window, edge));
                    let mut texts = window.texts().into_iter();
                    // Of the name of one.bvh, at least its last letter.
                    let is_name = |text: &str, left: f32| text.ends_with('h') && left < edge;
                    let has_name =
                        i > 0 || texts.any(|painted| is_name(&painted.text, painted.rect.left()));
                    assert!(has_name, "the offset leaves room for the name");
                }
            }
        }
    }
    assert!(reported.is_empty(), "\n{}\n", reported.join("\n"));
}

#[test]
fn the_edge_of_the_panel_is_taken_from_both_of_its_sides() {
    for side in [-2.0, 0.0, 2.0] {
        let mut window = Window::new(on(&[]));
        let camera = window.state().view.camera;
        let edge = window.rect("View").left();
        let from = Pos2::new(edge + side, 300.0);
        let to = from + egui::vec2(40.0, 0.0);
        for event in [moved(from), button(from, true), moved(to), moved(to)] {
            window.harness.event(event);
            window.harness.step();
        }
        window.harness.event(button(to, false));
        window.settle();
        let now = window.rect("View").left();
        assert!((now - edge - 40.0).abs() < 8.0, "{side}: from {edge} to {now}");
        assert_eq!(window.state().view.camera.yaw, camera.yaw, "{side}");
    }
}

fn drag_edge_to(window: &mut Window, width: f32) {
    let y = 300.0;
    let edge = Pos2::new(window.rect("View").left() - 1.0, y);
    let to = Pos2::new(width, y);
    for event in [moved(edge), button(edge, true), moved(to), moved(to)] {
        window.harness.event(event);
        window.harness.step();
    }
    window.harness.event(button(to, false));
    window.harness.remove_cursor();
    window.settle();
}

/// The texts of the panel that lie over each other or reach beyond it.
fn overlaps(window: &Window, edge: f32) -> Vec<String> {
    let texts = window.texts();
    let bottom = window.rect("View").bottom();
    let here: Vec<(&str, Rect)> = texts
        .iter()
        .filter(|painted| painted.rect.left() < edge && painted.rect.top() < bottom - 30.0)
        .map(|painted| (painted.text.as_str(), painted.rect))
        .collect();
    assert!(here.len() > 5);
    let mut reported = Vec::new();
    for (i, (a, first)) in here.iter().enumerate() {
        if first.right() > edge - 10.0 {
            reported.push(format!("{edge}: “{a}” reaches {}", first.right()));
        }
        for (b, second) in &here[i + 1..] {
            let common = first.intersect(*second);
            if common.width() > 0.5 && common.height() > 0.5 {
                reported.push(format!("{edge}: “{a}” and “{b}”"));
            }
        }
    }
    reported
}
