//! The palette finds what people type who know Blender, Maya and RV: words, and the action that is meant.

use crate::support::panels::{Window, builtin};
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use rushes::app::{ACTIONS, InterfaceCommand, Overlay};

/// So many of the rows that are found first are looked through.
const FIRST: usize = 5;

/// The id of an action, and what people type who mean it, parted by commas.
const WORDS: &[(&str, &str)] = &[
    ("play", "play, start, stop, toggle playback, run"),
    ("shuttle-back", "reverse, reverse playback, play backwards, rewind"),
    ("pause", "pause, hold, freeze"),
    ("shuttle-on", "fast forward, play forwards, jkl"),
    ("step-back", "previous frame, step backward, prev"),
    ("step-on", "jog, next frame, step forward, advance"),
    ("ten-back", "jump back, skip back"),
    ("ten-on", "jump forward, skip forward"),
    ("first", "start frame, beginning, jump to start, first frame"),
    ("last", "end frame, jump to end, last frame"),
    ("go-to", "jump, seek, goto, current frame, smpte, timecode"),
    ("slower", "slow motion, slowmo, speed down, slower, speed"),
    ("faster", "speed up, faster, playback speed, speed"),
    ("rate-1", "real time, realtime, reset speed, normal speed"),
    ("end-mode", "repeat, cycle, bounce, loop, ping pong, playback mode"),
    ("every-frame", "all frames, drop frames, skip frames, play all"),
    ("blend", "interpolation, interpolate, subframe, tween, smooth"),
    ("fps-file", "fps, native, original"),
    ("note-finding", "note this, annotate finding"),
    ("kind-fault", "note kind, fault"),
    ("kind-question", "question, note kind"),
    ("kind-good", "praise, good"),
    ("kind-to-do", "to do, todo"),
    ("ignore-finding", "ignore, dismiss, false positive"),
    ("restore-findings", "ignored, unignore"),
    ("attach-object", "attach, prop, mesh"),
    ("larger", "size, font size, bigger"),
    ("smaller", "size, text size"),
    ("grid", "grid, ground plane, hide grid"),
    ("floor-shown", "floor, shadow, shadows, contact"),
    ("view-1", "saved view, stored view, camera bookmark"),
    ("save-view-1", "save view, store view, add bookmark"),
    ("lens-50", "50 mm, lens, focal length, fov"),
    ("show-all", "unhide, hidden takes"),
    ("outside-hide", "outside frames"),
    ("curves-follow", "graph editor zoom"),
    ("copy-convert", "convert, save as, export bvh"),
    ("fps-24", "24 fps, frame rate, film, cinema, 24"),
    ("fps-25", "pal, 25 fps"),
    ("fps-23", "23.976, 23.98"),
    ("fps-29", "29.97, drop frame"),
    ("fps-30", "30 fps, framerate 30"),
    ("fps-60", "60 fps"),
    ("timecode", "timecode, smpte, drop frame"),
    ("range-in", "in point, mark in, set in, trim start"),
    ("range-out", "out point, mark out, set out, trim end"),
    ("clear-range", "reset range, remove range, in and out"),
    ("range", "toggle range, preview range, playback range, loop range"),
    ("fit-timeline", "zoom timeline, timeline, reset zoom"),
    ("frame-selection", "focus, zoom to selected, view selected, frame selected"),
    ("frame-all", "zoom to fit, view all, zoom extents, fit, center"),
    ("follow", "camera, track, tracking, follow, lock, in place"),
    ("front", "front, front view"),
    ("right", "side, right view"),
    ("left", "left view, side"),
    ("top", "above, top view, overhead"),
    ("bottom", "under, below"),
    ("back", "behind, rear"),
    ("projection", "orthographic, ortho, perspective, isometric"),
    ("home", "reset view, reset camera, default view"),
    (
        "picture",
        "screenshot, snapshot, capture, image, png, still, photo, render, export image, save \
         image",
    ),
    ("cut-out", "alpha, transparent, rgba"),
    ("display", "shading, draw style, display mode"),
    ("sticks", "stick figure, wireframe, lines"),
    ("octahedra", "octahedral, armature"),
    ("capsules", "volume, envelope"),
    ("by-side", "color, colour by side, left right, symmetry"),
    ("by-limb", "color by limb, limb"),
    ("by-speed", "heatmap, velocity, color by speed"),
    ("ghosts", "onion, onion skin, onion skinning, ghosting"),
    ("trails", "motion trail, motion path, trajectory, arc"),
    ("labels", "labels, annotate, show names"),
    ("names-all", "all names"),
    ("names-none", "hide names, no labels"),
    ("joint-axes", "local axes, local rotation axes, orientation, gizmo"),
    ("depth-cue", "fog, mist, depth cueing"),
    ("relationship-lines", "parent lines, hierarchy lines, links"),
    ("floor-found", "floor, ground, align to floor"),
    ("floor-zero", "origin, floor"),
    ("reset-colours", "clear colors, default colors"),
    ("line", "connect, link, join"),
    ("clear-lines", "disconnect, unlink"),
    ("file-numbers", "frame numbering, frame offset"),
    ("open", "import, load, open, browse"),
    ("open-folder", "directory, folder, import folder"),
    ("previous-take", "previous file, previous clip"),
    ("next-take", "next file, next clip"),
    ("add-next", "append, reference"),
    ("flick", "A/B, compare"),
    ("difference", "diff, heat map, compare"),
    ("align-place", "align, heading"),
    ("nudge-on", "nudge, slip"),
    ("reload", "refresh, reload, revert"),
    ("close", "close, unload"),
    ("built-in", "example, sample, demo"),
    ("forget-recent", "recent, history, clear recent"),
    ("panels", "sidebars, toolbar, toggle panels, side panels"),
    ("left-panel", "outliner, hierarchy, scene"),
    ("inspector", "attribute editor, properties, sidebar, n panel"),
    ("tab-take", "info, metadata, event, events, gap, warnings"),
    ("measure-distance", "measure, ruler, tape"),
    ("measure-support", "balance, base of support"),
    ("curves", "dock"),
    ("tab-node", "distance, coordinates, channel box, position"),
    ("tab-curves", "graph editor, f-curves, plot, curves, channels"),
    ("interface", "hud, overlays, hide all, presentation"),
    ("full-screen", "fullscreen, maximize"),
    ("undo", "undo, take back"),
    ("redo", "redo, again"),
    ("dark", "night, dark mode, theme"),
    ("light", "day, light mode"),
    ("system-theme", "auto, theme"),
    ("settings", "preferences, options, config, prefs, keymap, hotkey editor"),
    ("keys", "shortcuts, hotkeys, help, cheat sheet, bindings, keyboard"),
    ("manual", "manual, help, documentation, docs, user guide"),
    ("escape", "deselect, select none, cancel, clear selection"),
    ("quit", "exit, leave, close window"),
];

/// The names of the rows that show, from the first on.
fn rows(window: &Window) -> Vec<String> {
    let controls = window.controls();
    let field = window.rect("Command");
    let rows = controls.iter().filter(|control| {
        let role = control.accesskit_node().role();
        let is_row = matches!(role, Role::MenuItem | Role::CheckBox);
        let rect = control.rect();
        is_row && rect.top() >= field.bottom() && rect.width() > field.width() * 0.9
    });
    let mut rows: Vec<(f32, String)> = rows
        .map(|row| (row.rect().top(), row.accesskit_node().label().unwrap_or_default()))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn words_of_other_programs_find_their_actions_among_the_first() {
    let mut window = Window::new(builtin());
    window.apply(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    let (mut looked_up, mut missed) = (0, Vec::new());
    for (id, words) in WORDS {
        let action = ACTIONS.iter().find(|action| action.id == *id);
        let name = action.unwrap_or_else(|| panic!("no action {id}")).name;
        for word in words.split(", ") {
            window.find("Command").focus();
            window.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
            window.type_into("Command", word);
            looked_up += 1;
            let found = rows(&window);
            if !found.iter().take(FIRST).any(|row| row == name) {
                missed.push(format!("{word} → {id}: {:?}", &found[..found.len().min(FIRST)]));
            }
        }
    }
    assert!(looked_up >= 200, "only {looked_up} words");
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_whole_of_what_stands_behind_a_colon_is_found_first() {
    let mut window = Window::new(builtin());
    window.apply(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    for (word, first) in [
        ("checks", "Inspector: Checks"),
        ("notes", "Inspector: Notes"),
        ("fault", "Kind of note: fault"),
        ("attach", "Attach object…"),
        ("ignore", "Ignore this finding"),
        ("size", "Interface size: 100 %"),
    ] {
        window.find("Command").focus();
        window.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.type_into("Command", word);
        assert_eq!(rows(&window)[0], first, "{word}");
    }
}

#[test]
fn what_the_window_does_not_have_finds_no_command() {
    let mut window = Window::new(builtin());
    window.apply(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)));
    for word in ["zzz", "retarget", "nurbs"] {
        window.find("Command").focus();
        window.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.type_into("Command", word);
        assert_eq!(rows(&window), [""; 0], "{word}");
    }
}
