//! Synonyms of actions by id: the words of Blender, Maya and RV, and names that actions had before.

/// The id of an action, and words that it is found by beside its name, parted by commas. Words stand for
/// what is there and nothing else.
#[rustfmt::skip]
pub const SYNONYMS: &[(&str, &str)] = &[
    ("play", "start, stop, toggle playback, run"),
    ("shuttle-back", "reverse playback, reverse, rewind, jog, JKL, play backwards, double the rate"),
    ("pause", "stop, hold, freeze, halt"),
    ("shuttle-on", "fast forward, jog, JKL, play forwards, double the rate"),
    ("step-back", "previous frame, step backward, jog, prev, one frame back"),
    ("step-on", "next frame, step forward, advance, jog, one frame on"),
    ("ten-back", "jump back, skip back, step 10, ten frames back"),
    ("ten-on", "jump forward, skip forward, step 10, ten frames on"),
    ("second-back", "jump back, skip back, one second back"),
    ("second-on", "jump forward, skip forward, one second on"),
    ("first", "start frame, beginning, rewind, jump to start, in point, first frame of the range"),
    ("last", "end frame, jump to end, out point, last frame of the range"),
    ("go-to", "jump, seek, current frame, timecode, SMPTE"),
    ("slower", "speed down, slow motion, slowmo, playback speed, half, slower rate"),
    ("faster", "speed up, playback speed, double, time warp, faster rate"),
    ("rate-1", "speed, real time, realtime, reset speed, 1x, normal speed, normal rate"),
    ("end-mode", "repeat, cycle, bounce, oscillate, playback mode, looping, swing, end of the range"),
    ("every-frame", "all frames, play all, drop frames, skip frames, sync, realtime, keep to the time"),
    ("blend", "interpolate, interpolation, smooth, subframe, tween, blend frames"),
    ("fps-file", "fps, frame rate, framerate, original, default, native, reset, real time"),
    ("fps-23", "frame rate, framerate, ntsc film, 23.98"),
    ("fps-24", "frame rate, framerate, film, cinema"),
    ("fps-25", "frame rate, framerate, pal"),
    ("fps-29", "frame rate, framerate, ntsc, drop frame"),
    ("fps-30", "frame rate, framerate"),
    ("fps-48", "frame rate, framerate, hfr"),
    ("fps-50", "frame rate, framerate, palf"),
    ("fps-59", "frame rate, framerate, ntscf, drop frame"),
    ("fps-60", "frame rate, framerate"),
    ("fps-120", "frame rate, framerate"),
    ("timecode", "SMPTE, drop frame, seconds, clock, display, units"),
    ("range-in", "in point, mark in, set in, trim start, preview range, playback range, loop in, start the range here"),
    ("range-out", "out point, mark out, set out, trim end, preview range, playback range, loop out, end the range here"),
    ("clear-in", "in point, reset in, remove in, delete in, clear the range's start"),
    ("clear-out", "out point, reset out, remove out, delete out, clear the range's end"),
    ("clear-range", "in and out, reset range, remove range, delete range, preview range, clear the range"),
    ("range", "toggle range, loop range, preview range, playback range, in and out, range on, range off"),
    ("fit-timeline", "zoom timeline, view all, zoom to fit, reset zoom, home, show the whole timeline, fit timeline"),
    ("frame-selection", "focus, zoom to selected, view selected, frame selected, fit, center, centre"),
    ("frame-all", "fit, zoom to fit, view all, zoom extents, center, centre, show all, frame everything"),
    ("follow", "track, tracking, lock, camera, in place, center, centre, stabilize, follow the figure"),
    ("view-1", "bookmark, camera bookmark, recall, stored view, saved camera"),
    ("view-2", "bookmark, camera bookmark, recall, stored view"),
    ("view-3", "bookmark, camera bookmark, recall, stored view"),
    ("save-view-1", "bookmark, store view, add bookmark, create camera"),
    ("save-view-2", "bookmark, store view, add bookmark"),
    ("save-view-3", "bookmark, store view, add bookmark"),
    ("grid", "ground plane, overlay, lines, ground, hide grid"),
    ("floor-shown", "ground, shadow, floor line, contact, shadows"),
    ("lens-24", "focal length, fov, field of view, wide"),
    ("lens-35", "focal length, fov, field of view"),
    ("lens-50", "focal length, fov, field of view"),
    ("lens-85", "focal length, fov, field of view, long, tele"),
    ("show-all", "unhide, reveal, hidden takes"),
    ("outside-hold", "before, after, extrapolation, clamp"),
    ("outside-dim", "before, after, fade"),
    ("outside-hide", "before, after"),
    ("curves-follow", "sync, graph editor zoom, lock time, timeline's zoom"),
    ("copy-convert", "convert, export BVH, export HTR, save as, copy the command that converts the take"),
    ("front", "camera view, numpad 1, ortho, view from the front"),
    ("back", "camera view, rear, behind, view from the back"),
    ("right", "camera view, side, numpad 3, view from the right"),
    ("left", "camera view, side, view from the left"),
    ("top", "camera view, above, overhead, plan, numpad 7, view from the top"),
    ("bottom", "camera view, under, underneath, view from below"),
    ("projection", "orthographic, ortho, camera, perspective, isometric, toggle, flat, numpad 5, with or without perspective"),
    ("home", "reset view, reset camera, default view, initial, the view that the take opened with"),
    ("picture", "screenshot, snapshot, capture, image, PNG, still, photo, render, export image, save image, viewport render, grab, picture of the view"),
    ("cut-out", "alpha, screenshot, snapshot, image, PNG, mask, RGBA, picture of the view, transparent background"),
    ("display", "draw style, shading, display mode, viewport shading, solid, wireframe"),
    ("sticks", "lines, skeleton, wire, wireframe, bones, stick figure, figures as sticks"),
    ("octahedra", "octahedral, bones, armature, solid, figures as octahedra"),
    ("capsules", "bones, solid, volume, body, envelope, figures as capsules"),
    ("by-side", "color, colour, left right, symmetry, scheme"),
    ("by-limb", "color, colour, parts, groups, scheme"),
    ("by-depth", "color, colour, hierarchy, level, scheme"),
    ("by-speed", "color, colour, velocity, heat map, heatmap, scheme"),
    ("ghosts", "onion skin, onion skinning, ghosting, afterimage, neighbors, neighbouring frames"),
    ("trails", "motion trail, motion path, trajectory, trajectories, arc, editable motion trail, path, trails of what is selected"),
    ("labels", "annotate, name, show names, text, toggle labels, names of joints"),
    ("names-selection", "labels, selected, names of the selection"),
    ("names-all", "labels, show names, all names, names of all joints"),
    ("names-none", "labels, hide names, no labels, no names"),
    ("joint-axes", "local axis, local axes, local rotation axes, orientation, gizmo, basis, xyz, triad, axes of joints"),
    ("depth-cue", "fog, mist, depth cueing, fade, distance, let what is far fade"),
    ("relationship-lines", "parent lines, links, connections, hierarchy, dotted, constraints, dashed lines"),
    ("floor-found", "ground, align, align to floor, snap, height, feet, contact, where the figure stands"),
    ("floor-zero", "ground, origin, align, height, at the file's zero"),
    ("reset-colours", "color, colour, clear colors, default colors, uncolor, colour by the scheme again"),
    ("line", "connect, link, edge, marker stick, segment, join, line between markers"),
    ("clear-lines", "disconnect, unlink, remove, delete, clear sticks, take lines away"),
    ("file-numbers", "frame numbering, frame offset, start frame, zero based, frame numbers of the file"),
    ("open", "import, load, add, browse, file"),
    ("open-folder", "directory, browse, import folder, session, batch, load folder"),
    ("previous-take", "clip, prev, file, previous file, browse, previous take of the folder"),
    ("next-take", "clip, next file, browse, next take of the folder"),
    ("add-previous", "compare, append, clip, reference"),
    ("add-next", "compare, append, clip, reference"),
    ("reload", "refresh, revert, update, reread"),
    ("close", "remove, unload, delete, clip"),
    ("built-in", "example, sample, demo, test, default, show the built-in take"),
    ("forget-recent", "clear recent, history, recent files, privacy, forget recent files"),
    ("panels", "toggle panels, sidebars, toolbar, side panels, ui, clean, show panels, hide panels"),
    ("left-panel", "outliner, hierarchy, sidebar, tree, scene, skeleton list, show takes and bones, hide takes and bones"),
    ("inspector", "attribute editor, properties, sidebar, channel box, n panel, details, info, show the inspector, hide the inspector"),
    ("tab-take", "info, metadata, properties, warnings, event, event list, marker, gap, length, duration, statistics, attribute editor, facts, events, gaps"),
    ("tab-node", "measure, measurement, distance, position, rotation, coordinates, transform, values, channel box, velocity, ruler, show what is measured"),
    ("tab-curves", "graph editor, f-curves, fcurves, plot, channels, animation curves, chart, show the selection's curves"),
    ("interface", "toggle interface, ui, hud, overlays, clean, presentation, zen, hide all, show interface, hide interface"),
    ("full-screen", "fullscreen, maximize, maximise, presentation, kiosk"),
    ("next-control", "focus, tab, keyboard, accessibility, next control"),
    ("previous-control", "focus, tab, keyboard, accessibility, control before"),
    ("undo", "revert, take back"),
    ("redo", "repeat, again"),
    ("dark", "appearance, mode, colors, night, black"),
    ("light", "appearance, mode, colors, day, white, bright"),
    ("system-theme", "appearance, mode, auto, desktop, colors"),
    ("settings", "preferences, options, config, configuration, prefs, customize, keymap, hotkey editor, remap"),
    ("palette", "search, find, menu search, operator search, f3, every command by name"),
    ("keys", "shortcuts, hotkeys, keyboard, help, cheat sheet, bindings, keymap, mouse, manual, all keys, key sheet"),
    ("escape", "cancel, deselect, select none, clear selection, dismiss, close what is open, select nothing"),
    ("quit", "exit, close program, close window, leave"),
];

/// The words that an action is found by beside its name; none where it has none.
pub fn synonyms(id: &str) -> &'static str {
    let mut rows = SYNONYMS.iter();
    rows.find(|(other, _)| *other == id)
        .map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::super::ACTIONS;
    use super::*;

    #[test]
    fn every_id_is_that_of_an_action_and_stands_once() {
        for (i, (id, words)) in SYNONYMS.iter().enumerate() {
            assert!(ACTIONS.iter().any(|action| action.id == *id), "{id}");
            assert!(
                !SYNONYMS[..i].iter().any(|(other, _)| other == id),
                "{id} twice"
            );
            let mut words = words.split(", ").collect::<Vec<_>>();
            assert!(
                words
                    .iter()
                    .all(|word| !word.trim().is_empty() && word.trim() == *word)
            );
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "{id} has a word twice");
        }
    }
}
