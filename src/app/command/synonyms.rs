//! Other words for actions: those that users of Blender, Maya and RV type, by the id of the action.

/// The id of an action, and words that it is found by beside its name, parted by commas. Words stand for
/// what is there and nothing else.
pub const SYNONYMS: &[(&str, &str)] = &[
    ("play", "start, stop, toggle playback, run"),
    (
        "shuttle-back",
        "reverse playback, reverse, rewind, jog, JKL",
    ),
    ("pause", "stop, hold, freeze, halt"),
    ("shuttle-on", "fast forward, jog, JKL"),
    ("step-back", "previous frame, step backward, jog, prev"),
    ("step-on", "next frame, step forward, advance, jog"),
    ("ten-back", "jump back, skip back, step 10"),
    ("ten-on", "jump forward, skip forward, step 10"),
    ("second-back", "jump back, skip back"),
    ("second-on", "jump forward, skip forward"),
    (
        "first",
        "start frame, beginning, rewind, jump to start, in point",
    ),
    ("last", "end frame, jump to end, out point"),
    ("go-to", "jump, seek, current frame, timecode, SMPTE"),
    (
        "slower",
        "speed down, slow motion, slowmo, playback speed, half",
    ),
    ("faster", "speed up, playback speed, double, time warp"),
    (
        "rate-1",
        "speed, real time, realtime, reset speed, 1x, normal speed",
    ),
    (
        "end-mode",
        "repeat, cycle, bounce, oscillate, playback mode, looping, swing",
    ),
    (
        "every-frame",
        "all frames, play all, drop frames, skip frames, sync, realtime",
    ),
    (
        "blend",
        "interpolate, interpolation, smooth, subframe, tween",
    ),
    (
        "fps-file",
        "fps, frame rate, framerate, original, default, native, reset, real time",
    ),
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
    (
        "timecode",
        "SMPTE, drop frame, seconds, clock, display, units",
    ),
    (
        "range-in",
        "in point, mark in, set in, trim start, preview range, playback range, loop in",
    ),
    (
        "range-out",
        "out point, mark out, set out, trim end, preview range, playback range, loop out",
    ),
    ("clear-in", "in point, reset in, remove in, delete in"),
    ("clear-out", "out point, reset out, remove out, delete out"),
    (
        "clear-range",
        "in and out, reset range, remove range, delete range, preview range",
    ),
    (
        "range",
        "toggle range, loop range, preview range, playback range, in and out",
    ),
    (
        "fit-timeline",
        "zoom timeline, view all, zoom to fit, reset zoom, home",
    ),
    (
        "frame-selection",
        "focus, zoom to selected, view selected, frame selected, fit, center, centre",
    ),
    (
        "frame-all",
        "fit, zoom to fit, view all, zoom extents, center, centre, show all",
    ),
    (
        "follow",
        "track, tracking, lock, camera, in place, center, centre, stabilize",
    ),
    (
        "view-1",
        "bookmark, camera bookmark, recall, stored view, saved camera",
    ),
    ("view-2", "bookmark, camera bookmark, recall, stored view"),
    ("view-3", "bookmark, camera bookmark, recall, stored view"),
    (
        "save-view-1",
        "bookmark, store view, add bookmark, create camera",
    ),
    ("save-view-2", "bookmark, store view, add bookmark"),
    ("save-view-3", "bookmark, store view, add bookmark"),
    ("grid", "ground plane, overlay, lines, ground, hide grid"),
    ("floor-shown", "ground, shadow, floor line, contact"),
    ("lens-24", "focal length, fov, field of view, wide"),
    ("lens-35", "focal length, fov, field of view"),
    ("lens-50", "focal length, fov, field of view"),
    ("lens-85", "focal length, fov, field of view, long, tele"),
    ("show-all", "unhide, reveal, hidden takes"),
    ("outside-hold", "before, after, extrapolation, clamp"),
    ("outside-dim", "before, after, fade"),
    ("outside-hide", "before, after"),
    ("curves-follow", "sync, graph editor zoom, lock time"),
    ("copy-convert", "convert, export BVH, export HTR, save as"),
    ("front", "camera, numpad 1, ortho"),
    ("back", "camera, rear, behind"),
    ("right", "camera, side, numpad 3"),
    ("left", "camera, side"),
    ("top", "camera, above, overhead, plan, numpad 7"),
    ("bottom", "camera, under, underneath"),
    (
        "projection",
        "orthographic, ortho, camera, perspective, isometric, toggle, flat, numpad 5",
    ),
    ("home", "reset view, reset camera, default view, initial"),
    (
        "picture",
        "screenshot, snapshot, capture, image, PNG, still, photo, render, export image, save image, viewport render, grab",
    ),
    (
        "cut-out",
        "alpha, screenshot, snapshot, image, PNG, mask, RGBA",
    ),
    (
        "display",
        "draw style, shading, display mode, viewport shading, solid, wireframe",
    ),
    (
        "sticks",
        "lines, skeleton, wire, wireframe, bones, stick figure",
    ),
    ("octahedra", "octahedral, bones, armature, solid"),
    ("capsules", "bones, solid, volume, body, envelope"),
    ("by-side", "color, colour, left right, symmetry, scheme"),
    ("by-limb", "color, colour, parts, groups, scheme"),
    ("by-depth", "color, colour, hierarchy, level, scheme"),
    (
        "by-speed",
        "color, colour, velocity, heat map, heatmap, scheme",
    ),
    (
        "ghosts",
        "onion skin, onion skinning, ghosting, afterimage, neighbors",
    ),
    (
        "trails",
        "motion trail, motion path, trajectory, trajectories, arc, editable motion trail, path",
    ),
    ("labels", "annotate, name, show names, text, toggle labels"),
    ("names-selection", "labels, selected"),
    ("names-all", "labels, show names, all names"),
    ("names-none", "labels, hide names, no labels"),
    (
        "joint-axes",
        "local axis, local axes, local rotation axes, orientation, gizmo, basis, xyz, triad",
    ),
    ("depth-cue", "fog, mist, depth cueing, fade, distance"),
    (
        "relationship-lines",
        "parent lines, links, connections, hierarchy, dotted, constraints",
    ),
    (
        "floor-found",
        "ground, align, align to floor, snap, height, feet, contact",
    ),
    ("floor-zero", "ground, origin, align, height"),
    (
        "reset-colours",
        "color, colour, clear colors, default colors, uncolor",
    ),
    ("line", "connect, link, edge, marker stick, segment, join"),
    (
        "clear-lines",
        "disconnect, unlink, remove, delete, clear sticks",
    ),
    (
        "file-numbers",
        "frame numbering, frame offset, start frame, zero based",
    ),
    ("open", "import, load, add, browse, file"),
    (
        "open-folder",
        "directory, browse, import folder, session, batch, load folder",
    ),
    ("previous-take", "clip, prev, file, previous file, browse"),
    ("next-take", "clip, next file, browse"),
    ("add-previous", "compare, append, clip, reference"),
    ("add-next", "compare, append, clip, reference"),
    ("reload", "refresh, revert, update, reread"),
    ("close", "remove, unload, delete, clip"),
    ("built-in", "example, sample, demo, test, default"),
    (
        "forget-recent",
        "clear recent, history, recent files, privacy",
    ),
    (
        "panels",
        "toggle panels, sidebars, toolbar, side panels, ui, clean",
    ),
    (
        "left-panel",
        "outliner, hierarchy, sidebar, tree, scene, skeleton list",
    ),
    (
        "inspector",
        "attribute editor, properties, sidebar, channel box, n panel, details, info",
    ),
    (
        "tab-take",
        "info, metadata, properties, warnings, event, event list, marker, gap, length, duration, statistics, attribute editor",
    ),
    (
        "tab-node",
        "measure, measurement, distance, position, rotation, coordinates, transform, values, channel box, velocity, ruler",
    ),
    (
        "tab-curves",
        "graph editor, f-curves, fcurves, plot, channels, animation curves, chart",
    ),
    (
        "interface",
        "toggle interface, ui, hud, overlays, clean, presentation, zen, hide all",
    ),
    (
        "full-screen",
        "fullscreen, maximize, maximise, presentation, kiosk",
    ),
    ("next-control", "focus, tab, keyboard, accessibility"),
    ("previous-control", "focus, tab, keyboard, accessibility"),
    ("undo", "revert, take back"),
    ("redo", "repeat, again"),
    ("dark", "appearance, mode, colors, night, black"),
    ("light", "appearance, mode, colors, day, white, bright"),
    ("system-theme", "appearance, mode, auto, desktop, colors"),
    (
        "settings",
        "preferences, options, config, configuration, prefs, customize, keymap, hotkey editor, remap",
    ),
    ("palette", "search, find, menu search, operator search, f3"),
    (
        "keys",
        "shortcuts, hotkeys, keyboard, help, cheat sheet, bindings, keymap, mouse, manual",
    ),
    (
        "escape",
        "cancel, deselect, select none, clear selection, dismiss",
    ),
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
