//! The pages that `--help` prints.

/// The commands, with their pages. README's part on the command line is held against them.
pub(super) const COMMANDS: [(&str, &str); 4] = [
    ("info", INFO),
    ("positions", POSITIONS),
    ("convert", CONVERT),
    ("render", RENDER),
];

/// The page of a command.
///
/// # Panics
/// Where there is no such command, which is a mistake of the caller.
pub(super) fn page(command: &str) -> &'static str {
    let found = COMMANDS.iter().find(|(name, _)| *name == command);
    found.expect("a command").1
}

/// `rushes --help`.
pub(super) const WINDOW: &str = "\
Rushes plays motion-capture takes as stick figures.

    rushes [FILE|FOLDER…]       open the window on these takes
    rushes info FILE…           what is in a file, warnings included
    rushes positions FILE       world positions of joints and bone ends
    rushes convert IN OUT       the take as BVH or HTR
    rushes render FILE -o OUT   pictures, without a window or a display

Without a file, the window opens on the built-in take. Drop files on it to open them. Space
plays, the arrow keys step, a drag turns the view.

Options
    --new-window    a window of its own, where the settings say that takes come into the one
                    that is open
    --theme dark|light
                    the window's colours (default: the system's, else dark)
    --bvh-positions auto|replace|add
                    what position channels in BVH do to OFFSET. Files mean different things;
                    auto, the default, decides by the file's numbers
    --skeleton FILE
                    the skeleton (.asf) of an .amc, or the structure of a BonesPro animation;
                    without, it is looked for beside the file
    --rate FPS      frames a second of takes whose file does not say, as AMC and BonesPro
    -h, --help      this page; 'rushes COMMAND --help' has one for each command
    -V, --version   the version

Exit codes
    0  done
    2  the arguments make no sense
    3  a file could not be read or written

Examples
    rushes walk.bvh
    rushes takes/
    rushes info takes/*.bvh
    rushes positions walk.bvh --frames 0,10,20-30 > walk.csv
    rushes convert walk.bvh walk.htr
    rushes render walk.bvh -o walk.png --frame 120
";

/// `rushes info --help`.
const INFO: &str = "\
rushes info FILE… [--json]

Tells what is in each file: format, joints, bones, frames, rate, units, up axis, what else the file
says (events, masses, limits, meshes, gaps), and everything that was guessed or mended while reading
it, with its place. A folder stands for the takes inside of it.

Options
    --json          an array with one object a file:
                    file, format, name, nodes, bones, frame_count, frame_time,
                    rate_is_assumed (whether the file gives none), duration,
                    units (null where the file does not say), up,
                    numbers (how the file numbers its frames: first, step; else null),
                    details (an object of what else the file says),
                    events (time in seconds, frame or null outside of the recording, label),
                    masses (name, mass, centre along the bone or null),
                    limits (name, channels: channel, low, high; null where there is none),
                    gaps (markers that miss frames, the worst first: name, frames, percent),
                    meshes (name, points, edges),
                    missing (what was read without a file that belongs to it; else null),
                    warnings (line and column, or offset; message; count).
                    Every key is always there; lists are empty where there is nothing
    --bvh-positions auto|replace|add
                    what position channels in BVH do to OFFSET (see 'rushes --help')
    --skeleton FILE
                    the skeleton of an AMC, or the structure of a BonesPro animation
    --rate FPS      frames a second, where the file does not say (see 'rushes --help')

Examples
    rushes info walk.bvh
    rushes info --json takes/ | jq '.[] | select(.warnings != [])'
";

/// `rushes positions --help`.
const POSITIONS: &str = "\
rushes positions FILE [--frames LIST] [--json]

Prints the world position of every joint and every bone end, in the file's own unit and axes.
A node is a joint or segment origin, in file order; after all nodes come the bone ends that are no
node themselves, named after their bone with '_end' added.

Options
    --frames LIST   only these frames, counted from 0: numbers and ranges, '0,10,20-30'
    --json          one object: take, format, frame_count, frame_time, nodes (name, parent, tip_of),
                    frames (frame, time, positions in the order of nodes; a gap is null)
                    without it, CSV: frame,time,node,x,y,z
    --bvh-positions auto|replace|add
                    what position channels in BVH do to OFFSET (see 'rushes --help')
    --skeleton FILE
                    the skeleton of an AMC, or the structure of a BonesPro animation
    --rate FPS      frames a second, where the file does not say (see 'rushes --help')

Examples
    rushes positions walk.bvh > walk.csv
    rushes positions walk.bvh --frames 0-99 --json > walk.json
";

/// `rushes convert --help`.
const CONVERT: &str = "\
rushes convert IN OUT.bvh|OUT.htr

Writes a take as BVH or HTR; the format follows from OUT's extension. IN may be of any format that
Rushes opens. Every joint and every bone end keeps its place in the world on every frame. What the
format cannot carry, and what had to be changed, is told on standard error. An older OUT is replaced
once the new one is complete.

To HTR, each bone is laid along the Y axis of its segment. HTR has one bone a segment: the first of
a joint that has several, to whose other children no bone is drawn then. Other bone ends become
segments, '_end' added. Names become single words. Where the take says no unit of length, the one
that the figure's height suggests is written.

To BVH, OFFSETs are the base pose, and rotations are in the order Z X Y. Joints that move in their
parent have position channels, which replace OFFSET. BVH has no bone scale, unit or up axis.

Options
    --bvh-positions auto|replace|add
                    what position channels in BVH do to OFFSET (see 'rushes --help')
    --skeleton FILE
                    the skeleton of an AMC, or the structure of a BonesPro animation
    --rate FPS      frames a second, where the file does not say (see 'rushes --help')

Examples
    rushes convert walk.bvh walk.htr
    rushes convert Catch.htr catch.bvh
";

/// `rushes render --help`.
const RENDER: &str = "\
rushes render FILE -o OUT.png|FOLDER/ [--frame N | --frames LIST] [--size WxH] [--view VIEW]

Draws pictures of a take without a window and without a display. FILE may be 'builtin', the take
that Rushes comes with.

Options
    -o, --output OUT.png    one picture
    -o, --output FOLDER/    a numbered picture for each frame; a missing folder is made
    --frame N|middle        the frame of a single picture, counted from 0 (default 0)
    --frames LIST           the frames of a folder, '0,10,20-30' (default all)
    --size WxH              pixels (default 1280x720); one number makes a square
    --view iso|front|side|top
                            three-quarter from the front, or along an axis (default iso)
    --theme dark|light      colours (default dark)
    --style stick|octahedra|capsules
                            what bones are drawn as (default stick)
    --transparent           no backdrop and no ground
    --boxes                 the boxes around bones, where the file has them; skins and other
                            meshes always show
    --bvh-positions auto|replace|add
                            what position channels in BVH do to OFFSET (see 'rushes --help')
    --skeleton FILE         the skeleton of an AMC, or the structure of a BonesPro animation
    --rate FPS              frames a second, where the file does not say (see 'rushes --help')

Examples
    rushes render walk.bvh -o walk.png --frame 120
    rushes render walk.bvh -o frames/ --frames 0-99 --size 640x360 --view side
";
