//! Each key does what the table of keys says. The table here is written by hand, so that the
//! program's own is held to it.

use std::collections::BTreeSet;

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::keyboard::{Keyboard, builtin};
use crate::support::{self, Random, planted};
use egui::accesskit::{Action, Role};
use egui::{Event, Key, Modifiers, pos2};
use glam::Vec3;
use rushes::app::{
    Command, Effect, FigureCommand, FilesCommand, InterfaceCommand, Keymap, Overlay,
    PlaybackCommand, SelectionCommand, Tab, TimelineCommand,
};
use rushes::files::OpenOptions;
use rushes::playback::LoopMode;
use rushes::review::notes::{NoteKind, Verdict};
use rushes::scene::Projection;

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
/// Ctrl as a system tells it, where that is the key of commands.
const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

/// The window on the built-in take, at frame 100 of 400 or more.
fn window() -> Keyboard {
    let mut window = Keyboard::new(builtin());
    window.state.apply(PlaybackCommand::Seek(100));
    window.wait(0.02);
    assert!(window.state.session.playback.frame_count() > 400);
    window
}

#[test]
fn space_plays_and_pauses() {
    let mut window = window();
    window.press(Key::Space);
    assert!(window.is_playing());
    window.press(Key::Space);
    assert!(!window.is_playing());
}

#[test]
fn j_k_and_l_shuttle_and_each_repeat_doubles() {
    for (key, way) in [(Key::L, 1.0), (Key::J, -1.0)] {
        let mut window = window();
        for rate in [1.0, 2.0, 4.0, 8.0, 8.0] {
            window.press(key);
            assert_eq!(window.state.session.playback.rate(), rate * way);
            assert!(window.is_playing());
        }
        window.press(Key::K);
        assert!(!window.is_playing());
    }
}

#[test]
fn k_held_with_j_or_l_is_one_frame() {
    let mut window = window();
    window.hold(NONE, Key::K, false);
    for (key, frame) in [(Key::L, 101), (Key::L, 102), (Key::J, 101)] {
        window.hold(NONE, key, false);
        assert_eq!((window.frame(), window.is_playing()), (frame, false));
        window.let_go(NONE, key);
    }
    window.let_go(NONE, Key::K);
    window.press(Key::L);
    assert!(window.is_playing());
}

#[test]
fn arrows_comma_and_full_stop_step_pause_and_repeat() {
    for (held, back, on) in [
        (NONE, Key::ArrowLeft, Key::ArrowRight),
        (ALT, Key::ArrowLeft, Key::ArrowRight),
        (NONE, Key::Comma, Key::Period),
    ] {
        let mut window = window();
        window.press(Key::Space);
        window.press_with(held, on);
        assert!(!window.is_playing(), "a step pauses");
        let at = window.frame();
        window.press_with(held, back);
        assert_eq!(window.frame(), at - 1);
        window.hold(held, on, false);
        for _ in 0..3 {
            window.hold(held, on, true);
        }
        assert_eq!(window.frame(), at + 3, "held, it repeats");
    }
}

#[test]
fn shift_steps_ten_frames_and_ctrl_one_second() {
    let mut window = window();
    window.press_with(SHIFT, Key::ArrowRight);
    assert_eq!(window.frame(), 110);
    window.press_with(SHIFT, Key::ArrowLeft);
    assert_eq!(window.frame(), 100);
    let second = (1.0 / window.state.session.playback.frame_time()).round() as usize;
    window.press_with(CTRL, Key::ArrowRight);
    assert_eq!(window.frame(), 100 + second);
    window.press_with(CTRL, Key::ArrowLeft);
    assert_eq!(window.frame(), 100);
}

#[test]
fn home_and_end_go_to_the_range_and_then_to_the_take() {
    let mut window = window();
    window.state.apply(TimelineCommand::SetRange([50, 200]));
    let last = window.state.session.playback.frame_count() - 1;
    for (key, frame) in [(Key::Home, 50), (Key::Home, 0), (Key::End, 200), (Key::End, last)] {
        window.press(key);
        assert_eq!(window.frame(), frame, "{key:?}");
    }
}

#[test]
fn i_and_o_set_the_range_and_shift_and_backslash_clear_it() {
    let range = |window: &Keyboard| {
        let playback = &window.state.session.playback;
        [playback.range_in(), playback.range_out()]
    };
    for [start, end] in [[Key::I, Key::O], [Key::OpenBracket, Key::CloseBracket]] {
        let mut window = window();
        window.press(start);
        window.state.apply(PlaybackCommand::Seek(200));
        window.press(end);
        assert_eq!(range(&window), [Some(100), Some(200)]);
    }
    let mut window = window();
    let set = Command::Timeline(TimelineCommand::SetRange([50, 200]));
    window.state.apply(set.clone());
    window.press_with(SHIFT, Key::I);
    assert_eq!(range(&window), [None, Some(200)]);
    window.press_with(SHIFT, Key::O);
    assert_eq!(range(&window), [None, None]);
    window.state.apply(set);
    window.press(Key::Backslash);
    assert_eq!(range(&window), [None, None]);
}

#[test]
fn p_turns_the_range_on_and_off_and_shift_p_goes_through_the_ends() {
    let mut window = window();
    window.state.apply(TimelineCommand::SetRange([50, 200]));
    let was = window.state.session.playback.range_is_on();
    window.press(Key::P);
    assert_eq!(window.state.session.playback.range_is_on(), !was);
    window.press(Key::P);
    assert_eq!(window.state.session.playback.range_is_on(), was);
    assert_eq!(window.state.session.playback.loop_mode(), LoopMode::Loop);
    for mode in [LoopMode::PingPong, LoopMode::Once, LoopMode::Loop] {
        window.press_with(SHIFT, Key::P);
        assert_eq!(window.state.session.playback.loop_mode(), mode);
    }
}

#[test]
fn shift_comma_and_shift_full_stop_go_along_the_rates_and_backspace_back_to_one() {
    let mut window = window();
    for rate in [0.5, 0.25, 0.1, 0.05, 0.05] {
        window.press_with(SHIFT, Key::Comma);
        assert_eq!(window.state.session.playback.rate(), rate);
    }
    window.press(Key::Backspace);
    for rate in [2.0, 4.0, 8.0, 8.0] {
        window.press_with(SHIFT, Key::Period);
        assert_eq!(window.state.session.playback.rate(), rate);
    }
    window.press(Key::Backspace);
    assert_eq!(window.state.session.playback.rate(), 1.0);
}

#[test]
fn g_asks_for_a_frame() {
    let mut window = window();
    window.press(Key::G);
    assert_eq!(window.state.interface.overlay, Some(Overlay::GoTo));
    window.press(Key::G);
    assert_eq!(window.state.interface.overlay, None);
    window.press(Key::G);
    window.press(Key::Escape);
    assert_eq!(window.state.interface.overlay, None);
}

#[test]
fn page_keys_f5_and_ctrl_w_ask_for_files() {
    let map = Keymap::default();
    let asked = |key, held| {
        let action = map.action(key, None, held, false, false);
        action.map(|action| action.command.clone())
    };
    for (key, step) in [(Key::PageUp, -1), (Key::PageDown, 1)] {
        for (held, add) in [(NONE, false), (CTRL, true)] {
            assert_eq!(
                asked(key, held),
                Some(Command::Files(FilesCommand::NextInFolder { step, add }))
            );
        }
    }
    assert_eq!(asked(Key::F5, NONE), Some(Command::Files(FilesCommand::Reload)));
    let mut window = window();
    window.press_with(CTRL, Key::W);
    assert!(window.state.session.takes.is_empty());
}

#[test]
fn f_frames_the_selection_and_a_everything() {
    let mut window = window();
    let hand = window.state.take().unwrap().take.skeleton.find("LeftHand");
    window.state.apply(SelectionCommand::Select(hand));
    window.press(Key::A);
    let all = window.state.view.camera.distance;
    window.press(Key::F);
    assert!(window.state.view.camera.distance < all * 0.6);
    window.press(Key::A);
    assert!((window.state.view.camera.distance - all).abs() < 1e-3);
}

#[test]
fn t_follows_the_figure_and_leaves_it() {
    let mut window = window();
    let was = window.state.view.follows();
    window.press(Key::T);
    assert_eq!(window.state.view.follows(), !was);
    window.press(Key::T);
    assert_eq!(window.state.view.follows(), was);
}

#[test]
fn digits_look_along_the_axes_and_with_ctrl_from_the_other_side() {
    let mut window = window();
    let opened = window.state.view.camera;
    for (key, axis) in [(Key::Num1, Vec3::Z), (Key::Num3, Vec3::X), (Key::Num7, Vec3::Y)] {
        for (held, axis) in [(NONE, axis), (CTRL, -axis)] {
            window.press_with(held, key);
            let to_eye = window.state.view.camera.orientation() * Vec3::Z;
            assert!(to_eye.distance(axis).abs() < 1e-2, "{key:?}: {to_eye}");
        }
    }
    window.press(Key::Num5);
    assert_eq!(window.state.view.camera.projection, Projection::Orthographic);
    window.press(Key::Num5);
    assert_eq!(window.state.view.camera.projection, Projection::Perspective);
    window.press(Key::Num0);
    assert_eq!(window.state.view.camera, opened);
}

#[test]
fn h_tab_and_f11_hide_the_interface_the_panels_and_the_desktop() {
    let mut window = window();
    window.press(Key::H);
    assert!(!window.state.interface.panels.interface && !window.has("Play"));
    window.press(Key::H);
    assert!(window.has("Play") && window.has("Search nodes"));
    window.press(Key::Tab);
    assert!(window.has("Play") && !window.has("Search nodes"));
    window.press(Key::Tab);
    assert!(window.has("Search nodes"));
    window.press(Key::F11);
    assert_eq!(window.state.effects, [Effect::ToggleFullScreen]);
}

#[test]
fn f12_makes_a_picture_with_ctrl_a_transparent_one_with_shift_one_with_labels() {
    for (held, transparent, labels) in
        [(NONE, false, false), (CTRL, true, false), (Modifiers::SHIFT, false, true)]
    {
        let mut window = window();
        window.press_with(held, Key::F12);
        assert_eq!(window.state.effects, [Effect::SaveScreenshot { transparent, labels }]);
    }
}

#[test]
fn ctrl_c_copies_a_picture_unless_somebody_types() {
    // What comes of the keys is a wish to copy.
    let copy = || vec![egui::Event::Copy];
    let mut window = window();
    window.send(copy(), CTRL);
    assert_eq!(window.state.effects, [Effect::CopyScreenshot { labels: false }]);
    window.state.effects.clear();
    window.click_on("Search nodes");
    window.send(vec![egui::Event::Text("foot".into())], NONE);
    window.press_with(CTRL, Key::A);
    window.send(copy(), CTRL);
    assert_eq!(window.copied.as_deref(), Some("foot"));
    assert!(window.state.effects.is_empty());
    window.press(Key::Escape);
    window.press_with(CTRL, Key::P);
    window.send(copy(), CTRL);
    assert!(window.state.effects.is_empty(), "something lies over the view");
}

#[test]
fn ctrl_o_z_p_and_q_open_undo_list_and_quit() {
    let mut window = window();
    window.press_with(CTRL, Key::O);
    assert_eq!(window.state.effects, [Effect::AskForFiles]);

    let picked = |window: &Keyboard| window.state.take().unwrap().edits.picked[0];
    let colour = [1, 2, 3, 255];
    let parts = vec![0];
    window.state.apply(FigureCommand::Colour { parts, colour });
    window.press_with(CTRL, Key::Z);
    assert_eq!(picked(&window), None);
    window.press_with(CTRL | SHIFT, Key::Z);
    assert_eq!(picked(&window), Some(colour));

    window.press_with(CTRL, Key::P);
    assert_eq!(window.state.interface.overlay, Some(Overlay::CommandPalette));
    window.press_with(CTRL, Key::Q);
    assert!(window.state.is_quitting(), "also while something is typed");
}

#[test]
fn f1_and_the_question_mark_open_the_key_sheet() {
    let mut window = window();
    for (held, key) in [(NONE, Key::F1), (SHIFT, Key::Questionmark)] {
        window.press_with(held, key);
        assert_eq!(window.state.interface.overlay, Some(Overlay::Shortcuts));
        window.press_with(held, key);
        assert_eq!(window.state.interface.overlay, None, "the same key closes it");
    }
}

#[test]
fn a_key_means_the_same_while_playing() {
    for (held, key) in [(NONE, Key::I), (NONE, Key::Num1), (NONE, Key::H), (CTRL, Key::P)] {
        let mut still = window();
        let mut playing = window();
        playing.press(Key::Space);
        for window in [&mut still, &mut playing] {
            window.press_with(held, key);
        }
        assert_eq!(still.state.interface.panels, playing.state.interface.panels);
        assert_eq!(still.state.interface.overlay, playing.state.interface.overlay);
        assert_eq!(still.state.view.camera.yaw, playing.state.view.camera.yaw);
        assert!(playing.is_playing());
    }
}

#[test]
fn keys_do_nothing_while_text_is_typed_until_enter_or_escape() {
    for key in [Key::Enter, Key::Escape] {
        let mut window = window();
        window.go_to("Search nodes");
        window.type_text("hand g1 ");
        assert_eq!(window.state.interface.search, "hand g1 ");
        assert!(!window.is_playing() && window.state.interface.overlay.is_none());
        window.press(key);
        window.press(Key::Space);
        assert!(window.is_playing(), "after {key:?}");
    }
}

#[test]
fn f6_reaches_every_control_and_arrows_what_is_in_a_list() {
    let mut window = window();
    let hand = window.state.take().unwrap().take.skeleton.find("LeftHand");
    window.state.apply(SelectionCommand::Select(hand));
    window.state.apply(InterfaceCommand::ShowTab(Tab::Node));
    window.wait(0.02);
    let wanted: BTreeSet<_> = window
        .controls()
        .filter(|(_, node)| node.supports_action(Action::Focus) && !node.is_disabled())
        .map(|(id, node)| (id, node.label().unwrap_or_default().to_string()))
        .collect();
    assert!(wanted.len() > 60);
    let mut reached = BTreeSet::new();
    let mut stops = Vec::new();
    window.press(Key::F6);
    while !stops.contains(&window.focus) {
        let stop = window.focus;
        stops.push(stop);
        reached.insert((stop, window.focused().to_string()));
        let is_in_list = Some(window.nodes[&stop].role());
        if [Some(Role::TreeItem), Some(Role::ListItem)].contains(&is_in_list)
            || window.focused().ends_with("rotation")
        {
            window.press(Key::Home);
            let mut row = None;
            while row != Some(window.focus) {
                row = Some(window.focus);
                let mut part = None;
                while part != Some(window.focus) {
                    part = Some(window.focus);
                    reached.insert((window.focus, window.focused().to_string()));
                    window.press(Key::ArrowRight);
                }
                window.press(Key::ArrowDown);
                // From a control of a row, that is the row below.
                let focused = (window.focus, window.focused().to_string());
                reached.insert(focused);
            }
        }
        window.press(Key::F6);
    }
    let missed: Vec<_> = wanted.difference(&reached).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(stops.len() < 40, "{} stops", stops.len());
    let now = window.focus;
    window.press(Key::F6);
    assert_ne!(window.focus, now);
    window.press_with(SHIFT, Key::F6);
    assert_eq!(window.focus, now);
}

#[test]
fn in_a_list_arrows_move_and_fold_space_hides_and_enter_selects() {
    let mut window = window();
    let frame = window.frame();
    window.go_to("Hips");
    window.press(Key::ArrowDown);
    assert_eq!(window.focused(), "Spine");
    let is_unfolded = |window: &Keyboard| window.node("Spine").is_expanded();
    assert_eq!(is_unfolded(&window), Some(true));
    window.press(Key::ArrowLeft);
    assert_eq!(is_unfolded(&window), Some(false));
    window.press(Key::ArrowLeft);
    assert_eq!(window.focused(), "Hips", "the parent of what is folded");
    window.press(Key::ArrowDown);
    window.press(Key::ArrowRight);
    assert_eq!(is_unfolded(&window), Some(true));
    window.press(Key::Space);
    let open = window.state.take().expect("a take");
    let spine = open.take.skeleton.find("Spine").expect("a spine");
    assert!(open.edits.hidden[spine.index()] && open.edits.selected.is_empty());
    assert!(!window.is_playing());
    window.press(Key::Enter);
    let open = window.state.take().expect("a take");
    assert_eq!(open.edits.selected, [spine]);
    window.press(Key::End);
    assert_eq!(window.frame(), frame, "the keys are the list's");

    // Escape leaves the list first: what is selected stays, and the keys are the window's again.
    window.press(Key::Escape);
    assert_eq!(window.focused(), "");
    assert_eq!(window.state.take().expect("a take").edits.selected, [spine]);
    window.press(Key::Space);
    assert!(window.is_playing());
    window.press(Key::Escape);
    assert!(window.state.take().expect("a take").edits.selected.is_empty());
}

#[test]
fn from_a_picker_the_keyboard_comes_back_to_its_swatch() {
    let mut window = window();
    window.go_to("Hips");
    window.press(Key::ArrowRight);
    assert_eq!(window.focused(), "Colour of Hips");
    window.press(Key::Enter);
    assert!(window.has("Violet"));
    window.press(Key::F6);
    assert_eq!(window.focused(), "All its bones");
    window.press(Key::Escape);
    window.wait(0.02);
    assert!(!window.has("Violet"));
    assert_eq!(window.focused(), "Colour of Hips");
}

#[test]
fn in_the_row_of_a_take_what_closes_it_comes_last() {
    let mut window = window();
    window.go_to("Built-in take");
    let mut passed = Vec::new();
    for _ in 0..6 {
        window.press(Key::ArrowRight);
        passed.push(window.focused().to_string());
    }
    passed.dedup();
    let name = "Built-in take";
    let words = ["Show {}", "Colour of {}", "Solo {}", "Close {}"];
    assert_eq!(passed, words.map(|word| word.replace("{}", name)));
    window.press(Key::Enter);
    assert!(window.state.session.takes.is_empty());
    window.press_with(CTRL, Key::Z);
    assert_eq!(window.state.session.takes.len(), 1);
}

#[test]
fn what_the_keyboard_is_on_is_done_with_enter_and_space_plays_all_the_same() {
    let mut window = window();
    window.go_to("Go to out point");
    window.press(Key::Enter);
    assert_eq!(window.frame(), window.state.session.playback.frame_count() - 1);
    window.go_to("Go to in point");
    window.press(Key::Space);
    assert!(window.is_playing());
}

#[test]
fn escape_puts_back_what_a_field_did_not_understand_wherever_the_keyboard_is() {
    for clicks_elsewhere in [false, true] {
        let mut window = window();
        window.click_on("Frame");
        window.type_text("12x");
        window.press(Key::Enter);
        if clicks_elsewhere {
            let at = window.view.left_bottom() + egui::vec2(30.0, -60.0);
            window.click(at);
        }
        assert_eq!(window.node("Frame").value(), Some("12x"));
        window.press(Key::Escape);
        window.wait(0.1);
        assert_eq!(window.node("Frame").value(), Some("100"), "{clicks_elsewhere}");
        assert_eq!(window.frame(), 100);
    }
}

#[test]
fn from_the_palette_and_the_key_sheet_the_keyboard_comes_back_to_its_control() {
    let mut window = Keyboard::new(builtin());
    window.go_to("Go to out point");
    for open in [Key::F1, Key::P] {
        match open {
            Key::P => window.press_with(Modifiers::COMMAND, open),
            _ => window.press(open),
        }
        assert!(window.state.interface.overlay.is_some(), "{open:?}");
        window.press(Key::Escape);
        window.wait(0.1);
        assert!(window.state.interface.overlay.is_none());
        assert_eq!(window.focused(), "Go to out point", "{open:?}");
    }
}

#[test]
fn the_keyboard_comes_to_the_active_take_first() {
    let mut window = Keyboard::new(builtin());
    window.press(Key::F6);
    assert_eq!(window.focused(), "Built-in take");
    window.press(Key::F6);
    assert_eq!(window.focused(), "Search nodes");
    window.press(Key::Escape);
    window.state.apply(InterfaceCommand::TogglePanels);
    window.wait(0.1);
    window.press(Key::F6);
    assert_eq!(window.focused(), "Timeline", "without the list");
}

#[test]
fn wherever_keys_have_led_escape_leads_out_and_the_playhead_has_its_keys_again() {
    const KEYS: [Key; 22] = [
        Key::F6,
        Key::F6,
        Key::F6,
        Key::Enter,
        Key::Enter,
        Key::ArrowDown,
        Key::ArrowDown,
        Key::ArrowUp,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Space,
        Key::Home,
        Key::End,
        Key::G,
        Key::F1,
        Key::Num5,
        Key::Num1,
        Key::H,
        Key::Tab,
        Key::P,
        Key::I,
        Key::F2,
    ];
    let mut window = Keyboard::new(builtin());
    let mut dice = 2024u32;
    for round in 0..150 {
        let mut pressed = Vec::new();
        for _ in 0..12 {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = KEYS[(dice >> 16) as usize % KEYS.len()];
            pressed.push(key);
            window.press(key);
        }
        // One thing at a time: a field, a menu in a menu, the menu, an overlay, notices, the control.
        for _ in 0..8 {
            window.press(Key::Escape);
        }
        assert_eq!(window.state.interface.overlay, None, "round {round}: {pressed:?}");
        assert_eq!(window.focused(), "", "round {round}: {pressed:?}");
        if window.state.session.takes.is_empty() {
            window.state.apply(FilesCommand::OpenBuiltin);
            window.wait(0.1);
        }
        let was_playing = window.is_playing();
        window.press(Key::Space);
        assert!(window.is_playing() != was_playing, "round {round}: {pressed:?}");
        if !window.state.interface.panels.interface {
            window.press(Key::H);
        }
    }
}

/// A key with the sign that it types, as the system sends both, between two redraws.
fn typed(modifiers: Modifiers, key: Key, sign: &str) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), Event::Text(sign.into()), event(false)]
}

/// The only note of the take: what it says, and what it is for.
fn note(window: &Keyboard) -> (String, NoteKind) {
    let [note] = &window.state.take().unwrap().review.kept.notes[..] else {
        panic!("one note");
    };
    (note.text.clone(), note.kind)
}

#[test]
fn in_a_note_letters_are_text_and_keys_with_ctrl_or_alt_act() {
    let mut window = window();
    let camera = window.state.view.camera;
    window.press(Key::M);
    window.type_text("no mx 13");
    assert_eq!(note(&window), ("no mx 13".into(), NoteKind::Fault));
    for (key, sign) in [(Key::Num3, "3"), (Key::C, "c"), (Key::X, "x")] {
        window.send(typed(Modifiers::ALT, key, sign), Modifiers::ALT);
    }
    let rating = window.state.take().unwrap().review.kept.rating.clone();
    assert_eq!((rating.stars, rating.verdict), (3, Some(Verdict::Reject)));
    assert_eq!(note(&window).0, "no mx 13", "none of them was typed");
    for (key, kind) in [
        (Key::Num2, NoteKind::Question),
        (Key::Num3, NoteKind::Good),
        (Key::Num4, NoteKind::ToDo),
        (Key::Num1, NoteKind::Fault),
        (Key::Num3, NoteKind::Good),
    ] {
        window.press_with(CTRL, key);
        assert_eq!(note(&window), ("no mx 13".into(), kind));
    }
    assert_eq!(window.state.view.camera, camera, "the view stays");
    let frame = window.frame();
    window.press_with(Modifiers::ALT, Key::ArrowRight);
    assert_eq!(window.frame(), frame + 1);
    // What means something in a text means that.
    window.press_with(CTRL, Key::A);
    window.type_text("y");
    assert_eq!(note(&window).0, "y");
    window.press_with(CTRL, Key::P);
    window.type_text("add note");
    assert_eq!(note(&window).0, "y", "what is open over the note has the keys");
    window.press(Key::Escape);
    assert_eq!(window.state.interface.overlay, None);
    // The next note is for what the last one was for, and outside of a text these keys turn the view.
    window.press(Key::Escape);
    window.press_with(CTRL, Key::Num1);
    assert_ne!(window.state.view.camera, camera);
    window.press(Key::M);
    let notes = &window.state.take().unwrap().review.kept.notes;
    assert!(notes.iter().all(|note| note.kind == NoteKind::Good));
}

#[test]
fn what_is_typed_behind_m_between_two_redraws_is_text() {
    let mut window = window();
    let frame = window.frame();
    let letters = [(Key::M, "m"), (Key::N, "n"), (Key::G, "g"), (Key::Space, " "), (Key::H, "h")];
    let events = letters.map(|(key, sign)| typed(Modifiers::NONE, key, sign));
    window.send(events.concat(), Modifiers::NONE);
    assert_eq!(note(&window).0, "ng h");
    assert_eq!((window.frame(), window.is_playing()), (frame, false));
    // So with what opens over the window, and with what leads back out.
    let mut events = typed(Modifiers::NONE, Key::Escape, "");
    events.remove(1);
    events.extend(typed(Modifiers::NONE, Key::G, "g"));
    events.extend(typed(Modifiers::NONE, Key::Num7, "7"));
    events.extend(typed(Modifiers::NONE, Key::Enter, ""));
    window.send(events, Modifiers::NONE);
    assert_eq!((window.frame(), note(&window).0), (7, "ng h".into()));
}

#[test]
fn a_text_may_end_in_the_redraw_that_it_was_begun_in() {
    let mut window = window();
    let mut events = typed(Modifiers::NONE, Key::M, "m");
    events.extend(typed(Modifiers::NONE, Key::H, "heel"));
    events.extend(typed(Modifiers::NONE, Key::Escape, ""));
    window.send(events, Modifiers::NONE);
    assert_eq!(note(&window).0, "heel");
}

#[test]
fn wherever_a_note_is_added_the_cursor_is_in_its_text_at_once() {
    let mut planted = planted::Table::figure(60.0, &mut Random::new(7));
    let hand = planted.find("LeftHand");
    let turns = planted.turns(hand).start;
    planted.add(hand, turns..turns + 1, 40..41, |_, _| 30.0);
    let mut app = App::of(planted.take());
    app.analyse();
    let mut window = Keyboard::new(app);
    /// How a note is added.
    type Add = fn(&mut Keyboard);
    let adds: [(&str, Add); 5] = [
        ("its key", |window| window.press(Key::M)),
        ("the palette", |window| {
            window.press_with(CTRL, Key::P);
            window.type_text("add note");
            window.press(Key::Enter);
        }),
        ("the menu of the timeline", |window| {
            let inside = window.rect("Timeline").shrink2(egui::vec2(16.0, 0.0));
            let last = window.state.session.timeline.last() as f32;
            let along = inside.width() * window.frame() as f32 / last;
            let at = pos2(inside.left() + along, inside.center().y);
            let button = |pressed| Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            let events = vec![Event::PointerMoved(at), button(true), button(false)];
            window.send(events, Modifiers::NONE);
            window.wait(0.02);
            window.click_on("Add note");
        }),
        ("a finding", |window| {
            window.press(Key::N);
            window.state.apply(InterfaceCommand::ShowTab(Tab::Checks));
            window.wait(0.02);
            window.click_on("Make a note of it");
        }),
        ("the key of the finding", |window| {
            window.press(Key::N);
            window.press_with(Modifiers::SHIFT, Key::M);
        }),
    ];
    for (place, (how, add)) in adds.into_iter().enumerate() {
        add(&mut window);
        assert_eq!(window.focused(), "Text of the note", "{how}");
        window.type_text(" nh1");
        let open = window.state.take().unwrap();
        assert_eq!(open.review.kept.notes.len(), place + 1, "{how}");
        let text = &open.review.current_note().expect("it is looked at").text;
        assert!(text.ends_with(" nh1"), "{how}: {text}");
        assert_eq!(text.len() > 4, how.contains("finding"), "{how}: {text}");
        window.press(Key::Escape);
    }
}

#[test]
fn m_and_escape_leave_nothing() {
    let folder = Folder::new("nothing");
    let text = std::fs::read_to_string(support::root().join("assets/builtin/stroll.bvh")).unwrap();
    let path = folder.write("walk.bvh", &text);
    let mut window = Keyboard::new(App::new(&[path.into()], OpenOptions::default()));
    let left = |window: &Keyboard| {
        let review = &window.state.take().unwrap().review;
        (review.kept.notes.len(), review.note, window.state.history.can_undo())
    };
    let nothing = left(&window);
    window.press(Key::M);
    assert_eq!(left(&window).0, 1);
    assert!(!window.state.has_unsaved_reviews(), "nothing is said yet");
    window.press(Key::Escape);
    assert_eq!(left(&window), nothing);
    assert!(!window.state.has_unsaved_reviews());
    assert_eq!(window.focused(), "");
    // What was said is kept; and so is a note that says nothing, where somebody went on from it.
    window.press(Key::M);
    window.type_text("a");
    window.press(Key::Escape);
    assert_eq!((left(&window).0, note(&window).0), (1, "a".into()));
    window.press(Key::M);
    window.click(window.view.center());
    assert_eq!(left(&window).0, 2);
    assert!(window.state.has_unsaved_reviews());
    // Of one that was emptied again, others may know: it goes as any other.
    window.press(Key::M);
    window.type_text("b");
    let saved = window.state.take_unsaved_reviews().pop().expect("a review");
    assert_eq!(saved.review.notes.len(), 3);
    window.press(Key::Backspace);
    window.press(Key::Escape);
    assert_eq!(left(&window).0, 2);
    let saved = window.state.take_unsaved_reviews().pop().expect("a review");
    assert_eq!((saved.review.notes.len(), saved.review.removed.len()), (2, 1));
}

#[test]
fn escape_closes_the_open_list_of_a_dialog_before_the_dialog() {
    let mut window = window();
    window.press_with(CTRL, Key::E);
    window.click_on("Export format");
    assert!(egui::Popup::is_any_open(&window.ctx));
    window.press(Key::Escape);
    assert!(!egui::Popup::is_any_open(&window.ctx));
    assert_eq!(window.state.interface.overlay, Some(Overlay::Export));
    window.press(Key::Escape);
    assert_eq!(window.state.interface.overlay, None);
}
