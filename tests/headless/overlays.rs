//! What lies over the window: the palette, the key sheet, the menu, the page of an empty window, and
//! notices.

use crate::support;
use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::keyboard::{Keyboard, bounds, builtin};
use egui::{Event, Key, Modifiers, Rect, pos2};
use rushes::app::{
    ACTIONS, Action, Command, Effect, FilesCommand, Group, InterfaceCommand, Keymap, MOUSE,
    Overlay, Panel, PlaybackCommand, SceneBuffers, SelectionCommand, SettingsCommand, TakesCommand,
    ViewToggle, key_rows,
};
use rushes::scene::{Projection, Theme};

const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

const SCREEN: Rect = Rect { min: egui::Pos2::ZERO, max: pos2(1280.0, 720.0) };

fn palette() -> Keyboard {
    let mut window = Keyboard::new(builtin());
    window.press_with(CTRL, Key::P);
    window
}

fn empty() -> App {
    let mut state = builtin();
    state.apply(TakesCommand::Close(state.id(0)));
    state
}

#[test]
fn the_palette_takes_what_is_typed_at_once_and_runs_what_it_finds() {
    let mut window = palette();
    window.type_text("ghos");
    assert!(!window.state.is_on(ViewToggle::Ghosts));
    assert!(window.has("Ghosts (onion skin)"));
    assert!(!window.has("Play/pause"), "what does not answer is gone");
    window.press(Key::Enter);
    assert!(window.state.is_on(ViewToggle::Ghosts));
    assert_eq!(window.state.interface.overlay, None);
    // The next time it begins anew.
    window.press_with(CTRL, Key::P);
    assert!(window.has("Play/pause"));
}

#[test]
fn nothing_that_is_typed_into_the_palette_is_a_key_of_the_window() {
    let mut window = palette();
    window.type_text("g kjl 1?");
    assert_eq!(window.state.interface.overlay, Some(Overlay::CommandPalette));
    assert_eq!((window.frame(), window.is_playing()), (0, false));
    window.press(Key::ArrowRight);
    window.press(Key::Home);
    assert_eq!(window.frame(), 0);
    window.press(Key::Escape);
    assert_eq!(window.state.interface.overlay, None);
    window.press(Key::ArrowRight);
    assert_eq!(window.frame(), 1, "closed, the keys are the window's again");
}

#[test]
fn keys_open_close_and_change_what_is_open() {
    let mut window = palette();
    for (held, key, open) in [
        (CTRL, Key::P, None),
        (CTRL, Key::P, Some(Overlay::CommandPalette)),
        (Modifiers::NONE, Key::F1, Some(Overlay::Shortcuts)),
        (Modifiers::SHIFT, Key::Questionmark, None),
        (Modifiers::NONE, Key::F1, Some(Overlay::Shortcuts)),
        (CTRL, Key::P, Some(Overlay::CommandPalette)),
        (Modifiers::NONE, Key::Escape, None),
    ] {
        window.press_with(held, key);
        assert_eq!(window.state.interface.overlay, open, "after {key:?}");
    }
}

#[test]
fn arrows_choose_in_the_palette_and_go_round() {
    let mut window = palette();
    window.press(Key::ArrowUp);
    window.press(Key::ArrowDown);
    for _ in 0..5 {
        window.press(Key::ArrowDown);
    }
    window.press(Key::ArrowUp);
    // The fifth action of the table.
    assert_eq!(ACTIONS[4].command, Command::Playback(PlaybackCommand::Step(-1)));
    window.state.apply(PlaybackCommand::Seek(7));
    window.press(Key::Enter);
    assert_eq!(window.frame(), 6);

    window.press_with(CTRL, Key::P);
    window.press(Key::ArrowUp);
    let last = ACTIONS.last().expect("actions");
    assert_eq!(last.command, Command::Interface(InterfaceCommand::Quit));
    assert!(SCREEN.contains_rect(window.rect(last.name)), "it scrolls");
    window.press(Key::Enter);
    assert!(window.state.is_quitting());
}

#[test]
fn a_click_in_the_palette_runs_and_one_beside_it_closes() {
    let mut window = palette();
    window.click_on("Play/pause");
    assert!(window.is_playing() && window.state.interface.overlay.is_none());
    window.press(Key::Space);
    let node = window.state.take().unwrap().take.skeleton.find("LeftArm");
    window.state.apply(SelectionCommand::Select(node));
    window.press_with(CTRL, Key::P);
    let camera = window.state.view.camera;
    window.click(window.view.left_bottom() + egui::vec2(30.0, -30.0));
    assert_eq!(window.state.interface.overlay, None);
    let open = window.state.take().unwrap();
    assert_eq!((open.primary(), window.state.view.camera), (node, camera));
}

#[test]
fn the_palette_finds_takes_and_where_nothing_else_answers_nodes() {
    let folder = Folder::new("palette");
    let text = std::fs::read_to_string(support::root().join("assets/builtin/stroll.bvh")).unwrap();
    let files = ["alpha.bvh", "omega.bvh"].map(|name| folder.write(name, &text));
    let state = App::new(&files.map(|file| file.into()), rushes::files::OpenOptions::default());
    let mut window = Keyboard::new(state);
    window.press_with(CTRL, Key::P);
    window.type_text("omega");
    window.press(Key::Enter);
    assert_eq!(window.state.session.takes.active_place(), 1);
    window.press_with(CTRL, Key::P);
    window.type_text("lefthandth");
    window.press(Key::Enter);
    let open = window.state.take().unwrap();
    let thumb = open.take.skeleton.find("LeftHandThumb1");
    assert!(thumb.is_some() && open.primary() == thumb);
    window.press_with(CTRL, Key::P);
    window.type_text("qqqq");
    window.press(Key::Enter);
    assert_eq!(window.state.interface.overlay, Some(Overlay::CommandPalette), "nothing to do");
}

#[test]
fn the_keyboard_stays_in_what_is_open() {
    let mut window = palette();
    for _ in 0..30 {
        window.press(Key::F6);
        let focused = window.focused().to_string();
        assert!(
            focused == "Command" || ACTIONS.iter().any(|action| action.name == focused),
            "{focused}"
        );
    }
}

#[test]
fn the_key_sheet_tells_every_key_and_gesture_and_fits_the_window() {
    let mut window = Keyboard::new(builtin());
    window.press(Key::F1);
    let sheet = window.rect("Keyboard shortcuts");
    let mut reported = 0;
    let has_keys = |action: &Action| !action.keys.is_empty();
    for row in Group::ALL.into_iter().flat_map(|group| key_rows(group, has_keys)) {
        let keys = row.keys(|action| action.keys);
        let name = format!("{}: {}", keys.join(", "), row.name);
        assert!(SCREEN.contains_rect(window.rect(&name)), "{name}");
        reported += row.actions.len();
    }
    let with_keys = ACTIONS.iter().filter(|action| !action.keys.is_empty());
    assert_eq!(reported, with_keys.count());
    window.rect("Alt+1 – Alt+5: Rate take: 1–5 stars");
    for (gesture, does) in MOUSE {
        let row = format!("{gesture}: {does}");
        let rect = window.rect(&row);
        assert!(SCREEN.contains_rect(rect) && rect.top() > sheet.top());
    }
    window.click(pos2(4.0, 4.0));
    assert_eq!(window.state.interface.overlay, None, "a click beside it closes it");
}

#[test]
fn the_key_sheet_tells_keys_that_were_changed() {
    let mut state = builtin();
    let change = ("play".to_string(), vec!["Ctrl+Shift+Y".to_string()]);
    state.settings.keymap = Keymap::changed(&[change]).0;
    let mut window = Keyboard::new(state);
    window.press(Key::F1);
    assert!(window.has("Ctrl+Shift+Y: Play/pause"));
}

#[test]
fn the_key_sheet_scrolls_in_a_small_window() {
    let mut window = Keyboard::sized(builtin(), 640.0, 400.0);
    window.press(Key::F1);
    let row = "Ctrl+Q: Quit";
    let before = window.rect(row).top();
    window.press(Key::End);
    window.wait(1.0);
    window.wait(1.0);
    assert!(window.rect(row).top() < before);
    assert_eq!(window.frame(), 0);
}

#[test]
fn the_menu_asks_for_files_overlays_and_quits() {
    let mut window = Keyboard::new(builtin());
    let mut choose = |word: &str| {
        window.click_on("Menu");
        window.click_on(word);
        assert!(!window.has(word), "{word} closes the menu");
        std::mem::take(&mut window.state.effects)
    };
    assert_eq!(choose("Open files…"), [Effect::AskForFiles]);
    assert_eq!(choose("Open folder…"), [Effect::AskForFolder]);
    let picture = Effect::SaveScreenshot { transparent: false, labels: false };
    assert_eq!(choose("Save screenshot"), [picture]);
    assert_eq!(choose("Edit settings file"), [Effect::EditSettings]);
    window.click_on("Menu");
    window.click_on("Command palette");
    assert_eq!(window.state.interface.overlay, Some(Overlay::CommandPalette));
    window.press(Key::Escape);
    window.click_on("Menu");
    window.click_on("Quit");
    assert!(window.state.is_quitting());
}

#[test]
fn the_manual_opens_where_it_is_installed_and_else_the_window_says_so() {
    let mut window = Keyboard::new(builtin());
    let mut choose = |manual: Option<&str>| {
        window.state.interface.manual = manual.map(Into::into);
        window.click_on("Menu");
        window.click_on("Manual");
        let notices = std::mem::take(&mut window.state.interface.notices);
        let reported: Vec<String> = notices.iter().map(|notice| notice.text.clone()).collect();
        (std::mem::take(&mut window.state.effects), reported)
    };
    let page = "/usr/share/doc/rushes/manual/index.html";
    assert_eq!(choose(Some(page)), (vec![Effect::OpenManual(page.into())], vec![]));
    let reported = "The manual is not installed here; the folder docs of the source has it.";
    assert_eq!(choose(None), (vec![], vec![reported.to_string()]));
}

#[test]
fn the_menu_is_there_without_the_left_panel() {
    let mut state = builtin();
    state.apply(InterfaceCommand::TogglePanel(Panel::Left));
    let mut window = Keyboard::new(state);
    window.click_on("Menu");
    window.click_on("Keyboard shortcuts");
    assert_eq!(window.state.interface.overlay, Some(Overlay::Shortcuts));
    window.press(Key::Escape);
    window.press(Key::H);
    assert!(!window.has("Menu"), "nothing but the view");
}

#[test]
fn the_menus_options_set_the_view_and_stay_open() {
    let mut window = Keyboard::new(builtin());
    window.click_on("Menu");
    window.click_on("View options");
    window.click_on("Camera: Orthographic");
    assert_eq!(window.state.view.camera.projection, Projection::Orthographic);
    window.click_on("Camera: Orthographic");
    assert_eq!(window.state.view.camera.projection, Projection::Orthographic);
    window.click_on("Figure: Capsules");
    window.click_on("Labels: All");
    window.click_on("Ghosts");
    window.click_on("Joint axes");
    let state = &window.state;
    assert!(state.is_on(ViewToggle::Ghosts) && state.is_on(ViewToggle::JointAxes));
    assert_eq!(state.view.options.display.style, rushes::scene::DisplayStyle::Capsules);
    assert_eq!(state.view.options.display.labels, rushes::app::Labels::All);
    for (field, typed) in [
        ("Ghosts on each side", "4"),
        ("Frames between ghosts", "7"),
        ("Frames of motion trails", "33"),
    ] {
        window.click_on(field);
        window.type_text(typed);
        window.press(Key::Enter);
    }
    let display = &window.state.view.options.display;
    assert_eq!((display.ghost_count, display.ghost_step), (4, 7));
    assert_eq!(window.state.view.options.display.trail_length, 33);
    window.press(Key::Escape);
    assert!(!window.has("Joint axes") && !window.has("Open files…"));
}

#[test]
fn the_menus_appearance_sets_theme_size_motion_and_panels() {
    let mut window = Keyboard::new(builtin());
    window.click_on("Menu");
    window.click_on("Appearance");
    window.click_on("Theme: Light");
    assert_eq!(window.state.settings.theme, Some(Theme::Light));
    window.click_on("Theme: System");
    assert_eq!(window.state.settings.theme, None);
    window.click_on("Reduced motion");
    assert!(window.state.is_on(ViewToggle::ReducedMotion));
    window.click_on("Inspector");
    assert!(!window.state.interface.panels.right && window.state.interface.panels.left);
    window.click_on("Larger");
    assert_eq!(window.state.settings.scale, 1.1);
    assert!(window.has("Size: 110 %"));
    let points = window.ctx.content_rect().width();
    assert!((points - 1280.0 / 1.1).abs() < 1.0, "{points}");
    window.state.apply(SettingsCommand::SetScale(2.0));
    window.wait(0.02);
    let size = window.ctx.content_rect().size();
    assert_eq!((size.x, size.y), (640.0, 360.0));
    window.state.apply(InterfaceCommand::TogglePanel(Panel::Left));
}

#[test]
fn a_drag_in_the_picker_is_one_change() {
    let mut window = Keyboard::new(builtin());
    window.click_on("Colour of Head");
    let field = window.rect("Shade");
    let [from, to] = [field.center(), field.left_top() + egui::vec2(4.0, 4.0)];
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(from.lerp(to, 0.5)),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        window.send(vec![event], Modifiers::NONE);
    }
    let picked = |window: &Keyboard| {
        let open = window.state.take().expect("a take");
        open.edits.picked.iter().flatten().copied().next()
    };
    let [r, g, b, _] = picked(&window).expect("a colour");
    assert!(r.min(g).min(b) > 200, "nearly white: {r} {g} {b}");
    window.press(Key::Escape);
    window.press_with(CTRL, Key::Z);
    assert_eq!(picked(&window), None);
}

#[test]
fn the_menu_is_walked_with_the_keyboard() {
    let mut window = Keyboard::new(builtin());
    window.go_to("Menu");
    window.press(Key::Enter);
    window.press(Key::ArrowDown);
    assert_eq!(window.focused(), "Open files…");
    for _ in 0..8 {
        window.press(Key::ArrowDown);
    }
    // Recent files are none: that row is passed over.
    assert_eq!(window.focused(), "Save screenshot");
    window.press(Key::ArrowDown);
    assert_eq!((window.focused(), window.frame()), ("View options", 0));
    window.press(Key::ArrowRight);
    window.wait(0.1);
    assert!(window.has("Joint axes"));
    window.press(Key::ArrowLeft);
    assert_eq!(window.focused(), "View options");
    window.press(Key::Escape);
    assert!(!window.has("Open files…"));
    assert_eq!(window.focused(), "Menu", "it comes back to where it was");
}

#[test]
fn an_empty_window_tells_what_it_opens_and_opens_it() {
    let mut window = Keyboard::new(empty());
    for format in rushes::loader::FORMATS {
        let names = window.names();
        assert!(names.iter().any(|name| name.contains(format.name())));
    }
    window.click_on("Open files…");
    window.click_on("Open folder…");
    assert_eq!(window.state.effects, [Effect::AskForFiles, Effect::AskForFolder]);
    window.click_on("Open built-in take");
    assert_eq!(window.state.session.takes.len(), 1);
    window.state.apply(FilesCommand::OpenBuiltin);
    assert_eq!(window.state.session.takes.len(), 1, "it opens once");
}

#[test]
fn an_empty_window_lists_recent_files_and_those_that_are_gone() {
    let folder = Folder::new("recent");
    let text = std::fs::read_to_string(support::root().join("assets/builtin/stroll.bvh")).unwrap();
    let file = folder.write("walk.bvh", &text);
    let mut state = empty();
    state.interface.recent = vec![file.into(), folder.path("gone.bvh").into()];
    let mut window = Keyboard::new(state);
    let gone = "Open gone.bvh, not found";
    window.wait(0.1);
    assert!(window.has(gone));
    window.click_on("Open walk.bvh");
    assert_eq!(window.state.take().unwrap().title(), "walk.bvh");
    window.click_on("Menu");
    window.click_on("Recent files");
    window.wait(0.3);
    assert!(window.has("Open walk.bvh"));
    window.click_on("Clear recent files");
    assert!(window.state.interface.recent.is_empty());
}

#[test]
fn the_page_of_an_empty_window_fits_where_there_is_little_room() {
    let mut state = empty();
    state.interface.recent = (0..12)
        .map(|i| format!("/a/very/long/way/down/many/folders/take number {i} of a session.bvh"))
        .map(Into::into)
        .collect();
    for (width, height) in [(640.0, 400.0), (960.0, 540.0), (1600.0, 900.0)] {
        let mut copy = empty();
        copy.interface.recent = state.interface.recent.clone();
        let window = Keyboard::sized(copy, width, height);
        let page = window.view;
        for word in ["Open files…", "Open built-in take"] {
            assert!(page.contains_rect(window.rect(word)), "{word} at {width}");
        }
        let listed = window
            .controls()
            .filter(|(_, node)| node.label().is_some_and(|name| name.starts_with("Open take")));
        for (_, node) in listed {
            assert!(page.contains_rect(bounds(node)), "{:?} at {width}", node.label());
        }
    }
}

#[test]
fn an_empty_window_has_no_grid_behind_its_words_and_no_panels_that_lead_nowhere() {
    let grid = |state: &App| {
        let mut sheet = SceneBuffers::new(*state.theme().palette());
        state.draw(720.0, 1.0, &mut sheet);
        sheet.list.grid.is_some()
    };
    let mut window = Keyboard::new(empty());
    assert!(!grid(&window.state));
    for nothing in ["Take", "Node", "Curves", "Takes", "Bones"] {
        assert!(!window.has(nothing), "{nothing}");
    }
    assert_eq!(window.view.width(), 1280.0);
    // The menu is needed all the same, and what is chosen stays chosen.
    window.click_on("Menu");
    window.click_on("Keyboard shortcuts");
    window.press(Key::Escape);
    window.click_on("Open built-in take");
    assert!(grid(&window.state));
    assert!(window.has("Take") && window.has("Takes") && window.view.width() < 800.0);
}

#[test]
fn rows_of_an_empty_window_are_aligned_where_they_stand_below_each_other() {
    let wide = Keyboard::new(empty());
    let narrow = Keyboard::sized(empty(), 360.0, 640.0);
    let rects = |window: &Keyboard, words: [&str; 3]| {
        words.map(|word| {
            let mut nodes = window.nodes.values();
            let node = nodes.find(|node| node.label() == Some(word) || node.value() == Some(word));
            bounds(node.expect(word))
        })
    };
    let buttons = ["Open files…", "Open folder…", "Open built-in take"];
    let hints = ["Space play/pause", "Ctrl+P command palette", "F1 keyboard shortcuts"];
    for words in [buttons, hints] {
        let [a, b, c] = rects(&wide, words);
        assert!(a.center().y == b.center().y && b.center().y == c.center().y);
        let [a, b, c] = rects(&narrow, words);
        for other in [b, c] {
            assert_eq!((a.left(), a.right()), (other.left(), other.right()), "{words:?}");
        }
        assert!(a.bottom() <= b.top() && b.bottom() <= c.top());
    }
}

#[test]
fn an_error_tells_the_files_name_and_what_to_do_first_and_its_path_last() {
    let mut state = builtin();
    let drive = if cfg!(windows) { "C:" } else { "" };
    let path = format!("{drive}/some/where/walk.bvh");
    let text = format!(
        "{path}:8:19: expected a number, found \"abc\"\n 8 | abc\n   | ^\nhint: write a number"
    );
    state.interface.notices.push_error(text.clone());
    let mut window = Keyboard::new(state);
    assert!(window.has("Error: walk.bvh:8:19: expected a number, found \"abc\""));
    // Its lines are nodes, too.
    let values = window.nodes.values().filter_map(|node| node.value());
    let shown = values.filter(|value| value.contains("8 | abc"));
    let shown = shown.max_by_key(|value| value.len());
    let lines: Vec<&str> = shown.expect("the text").lines().collect();
    assert!(lines[0].starts_with("walk.bvh:8:19") && lines[1] == "Write a number", "{lines:?}");
    assert_eq!(lines.last(), Some(&path.as_str()));
    window.click_on("Copy");
    assert_eq!(window.copied.take(), Some(text), "copied as it is");
}

#[test]
fn a_long_error_scrolls_in_its_card() {
    let mut state = builtin();
    let lines: Vec<String> = (0..60).map(|i| format!("line {i} of an error")).collect();
    state.interface.notices.push_error(lines.join("\n"));
    let window = Keyboard::new(state);
    let card = window.rect("Error: line 0 of an error");
    assert!(card.height() < window.view.height() * 0.5, "{card:?}");
    assert!(window.view.contains_rect(card));
}

#[test]
fn an_error_is_copied_whole_by_its_button_or_in_part_by_selecting() {
    let mut state = builtin();
    let text = "walk.bvh cannot be opened\nhint: none";
    state.interface.notices.push_error(text);
    let mut window = Keyboard::new(state);
    window.click_on("Copy");
    assert_eq!(window.copied.take().as_deref(), Some(text));
    let mut labels = window.nodes.values();
    let label = labels.find(|node| node.value() == Some(text));
    let line = bounds(label.expect("the text")).left_top() + egui::vec2(1.0, 8.0);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let to = line + egui::vec2(60.0, 0.0);
    for event in [
        egui::Event::PointerMoved(line),
        button(line, true),
        egui::Event::PointerMoved(to),
        button(to, false),
        egui::Event::Copy,
    ] {
        window.send(vec![event], Modifiers::NONE);
    }
    let part = window.copied.expect("a part of it");
    assert!(text.starts_with(&part) && part.len() > 3, "{part}");
    let open = window.state.take().unwrap();
    assert_eq!(open.primary(), None, "no click went through to the view");
}

#[test]
fn what_was_done_is_told_for_some_seconds_and_errors_until_they_are_dismissed() {
    let mut state = builtin();
    state.interface.notices.push_error("Cannot save walk.png");
    state.interface.notices.push_info("Saved walk.png");
    let mut window = Keyboard::new(state);
    assert!(window.has("Done: Saved walk.png"));
    window.wait(3.0);
    assert!(window.has("Done: Saved walk.png"));
    window.wait(4.0);
    assert!(!window.has("Done: Saved walk.png"));
    window.wait(60.0);
    assert!(window.has("Error: Cannot save walk.png"));
    // The same once more has its own time.
    window.state.interface.notices.push_info("Saved walk.png");
    window.wait(0.02);
    window.wait(3.0);
    assert!(window.has("Done: Saved walk.png"));
}

#[test]
fn what_the_pointer_is_on_stays_to_be_read() {
    let mut state = builtin();
    state.interface.notices.push_info("Saved walk.png");
    let mut window = Keyboard::new(state);
    let at = window.rect("Done: Saved walk.png").left_center();
    window.send(vec![egui::Event::PointerMoved(at + egui::vec2(8.0, 0.0))], Modifiers::NONE);
    for _ in 0..10 {
        window.wait(2.0);
    }
    assert!(window.has("Done: Saved walk.png"));
}

#[test]
fn many_notices_are_dismissed_together_and_never_cover_all() {
    let mut state = builtin();
    for i in 0..20 {
        state.interface.notices.push_error(format!("Error {i}\nhint: none"));
    }
    let mut window = Keyboard::new(state);
    let top = window.view.top() + window.view.height() * 0.2;
    assert!(window.has("Error: Error 19") && !window.has("Error: Error 0"));
    let rects = window.nodes.values();
    let cards = rects.filter(|node| node.label().is_some_and(|name| name.starts_with("Error:")));
    assert!(cards.clone().count() > 2);
    for card in cards {
        assert!(bounds(card).top() > top);
    }
    window.click_on("Dismiss all");
    assert!(window.state.interface.notices.is_empty());
}

#[test]
fn escape_closes_one_thing_at_a_time_from_the_top() {
    let mut state = builtin();
    let node = state.take().unwrap().take.skeleton.find("LeftArm");
    state.apply(SelectionCommand::Select(node));
    state.interface.notices.push_error("one");
    state.interface.notices.push_error("two");
    let mut window = Keyboard::new(state);
    window.press(Key::F1);
    window.press(Key::Escape);
    let left =
        |window: &Keyboard| (window.state.interface.overlay, window.state.interface.notices.len());
    assert_eq!(left(&window), (None, 2));
    window.press(Key::Escape);
    assert_eq!(window.state.interface.notices[0].text, "one");
    window.press(Key::Escape);
    assert_eq!(left(&window), (None, 0));
    assert_eq!(window.state.take().unwrap().primary(), node);
    window.press(Key::Escape);
    assert_eq!(window.state.take().unwrap().primary(), None);
}
