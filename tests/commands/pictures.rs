//! `rushes render` from outside: pictures of the built-in take, drawn without a display.

use std::path::Path;

use crate::support::folder::{Folder, names_in};
use crate::support::program::rushes;
use crate::support::{takes, tools};
use glam::{Vec2, vec2};
use rushes::evaluate::Pose;
use rushes::scene::{Camera, Rgba, Stage, ThemeColours};

const SIZE: [u32; 2] = [320, 200];

/// A picture as four bytes a pixel, rows from top to bottom.
struct Pixels {
    width: usize,
    rgba: Vec<Rgba>,
}

impl Pixels {
    fn read(path: &Path) -> Self {
        let file = std::fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let decoder = png::Decoder::new(std::io::BufReader::new(file));
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("a picture");
        assert_eq!(info.color_type, png::ColorType::Rgba);
        assert_eq!(info.bit_depth, png::BitDepth::Eight);
        let (pixels, rest) = bytes[..info.buffer_size()].as_chunks::<4>();
        assert!(rest.is_empty());
        Self { width: info.width as usize, rgba: pixels.to_vec() }
    }

    fn height(&self) -> usize {
        self.rgba.len() / self.width
    }

    /// How many pixels have exactly this colour: the inside of a bone is opaque.
    fn count(&self, colour: Rgba) -> usize {
        self.rgba.iter().filter(|&&pixel| pixel == colour).count()
    }

    /// Whether this colour is within two pixels of a place.
    fn has(&self, colour: Rgba, at: Vec2) -> bool {
        let mut places = self.places().filter(|(_, pixel)| *pixel == colour);
        places.any(|(place, _)| place.distance(at) < 2.0)
    }

    /// Whether all that is no nearer than ten pixels to a bone can be seen through; the figure's shadow
    /// is faint.
    fn is_clear_but_for(&self, bones: &[(String, [Vec2; 2])]) -> bool {
        let is_far = |at: Vec2| bones.iter().all(|(_, bone)| distance(at, *bone) > 10.0);
        let mut far = self.places().filter(|(at, _)| is_far(*at)).peekable();
        far.peek().is_some()
            && far.all(|(_, [r, g, b, opacity])| [r, g, b] == [0; 3] && opacity < 64)
    }

    /// The middle of each pixel, and its colour.
    fn places(&self) -> impl Iterator<Item = (Vec2, Rgba)> {
        let place = |i: usize| vec2((i % self.width) as f32, (i / self.width) as f32) + 0.5;
        let pixels = self.rgba.iter().enumerate();
        pixels.map(move |(i, pixel)| (place(i), *pixel))
    }

    fn corners(&self) -> [Rgba; 4] {
        let (right, bottom) = (self.width - 1, self.height() - 1);
        [(0, 0), (right, 0), (0, bottom), (right, bottom)]
            .map(|(x, y)| self.rgba[y * self.width + x])
    }
}

/// How far a place is from a line between two others.
fn distance(at: Vec2, [from, to]: [Vec2; 2]) -> f32 {
    let along = (at - from).dot(to - from) / from.distance_squared(to).max(1e-6);
    at.distance(from.lerp(to, along.clamp(0.0, 1.0)))
}

/// Where the bones of the built-in take show in its small picture, with the names of their nodes.
fn bones() -> Vec<(String, [Vec2; 2])> {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let pose = Pose::of(&take.skeleton, take.row(0));
    let [width, height] = SIZE.map(|side| side as f32);
    let bounds = stage.bounds_of(&take, &pose, 0);
    let camera = Camera::three_quarter_of(&stage, bounds, width / height);
    let pixel = |point| {
        let at = camera.project(stage.world(point), width / height);
        let at = at.expect("in front of the camera");
        vec2(at.x * width, (1.0 - at.y) * height)
    };
    let bones = take.skeleton.bones().iter().map(|bone| {
        let ends = [pose.position(bone.node), pose.bone_end(bone.node, bone.end)];
        (take.skeleton[bone.node].name.clone(), ends.map(pixel))
    });
    bones.collect()
}

/// The middle of a bone among others.
fn middle(bones: &[(String, [Vec2; 2])], name: &str) -> Vec2 {
    let (_, [from, to]) = bones.iter().find(|(node, _)| node == name).expect(name);
    (from + to) / 2.0
}

/// Draws the built-in take, small, and reads the picture.
fn render(folder: &Folder, name: &str, more: &[&str]) -> Pixels {
    let out = folder.path(name);
    let size = format!("{}x{}", SIZE[0], SIZE[1]);
    let arguments = [&["render", "builtin", "-o", &out, "--size", &size], more].concat();
    assert_eq!(rushes(&arguments).done(), "", "a picture is the only result");
    Pixels::read(Path::new(&out))
}

fn assert_near(pixel: Rgba, expected: Rgba, most: u8) {
    let off = pixel.iter().zip(expected).map(|(&a, b)| a.abs_diff(b));
    assert!(off.max() <= Some(most), "{pixel:?}, not {expected:?}");
}

#[test]
fn a_picture_shows_the_figure_in_its_colours_on_the_backdrop() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("picture");
    let bones = bones();
    for (theme, palette) in [("dark", ThemeColours::DARK), ("light", ThemeColours::LIGHT)] {
        let picture = render(&folder, "out.png", &["--theme", theme]);
        assert_eq!([picture.width, picture.height()], SIZE.map(|side| side as usize));
        for part in ["Arm", "ForeArm", "UpLeg", "Leg"] {
            let sides = [("Left", palette.left), ("Right", palette.right)];
            let [left, right] = sides.map(|(side, colour)| {
                let at = middle(&bones, &format!("{side}{part}"));
                assert!(picture.has(colour, at), "{theme}: the {side} {part} at {at}");
                at
            });
            // The figure faces the camera: its left is on the right.
            assert!(left.x > right.x, "{theme}: {part} at {left} and {right}");
        }
        for part in ["Spine", "Neck"] {
            let at = middle(&bones, part);
            assert!(picture.has(palette.middle, at), "{theme}: {part} at {at}");
        }
        // The grid may run through the lower ones.
        for (corner, most) in picture.corners().into_iter().zip([3, 3, 30, 30]) {
            assert_near(corner, palette.edge, most);
        }
        assert!(picture.rgba.iter().all(|pixel| pixel[3] == 255), "{theme}");
    }
    assert_eq!(folder.names(), ["out.png"]);
    // Without options it is dark and of the size of a window.
    let out = folder.path("plain.png");
    rushes(&["render", "builtin", "-o", &out]).done();
    let plain = Pixels::read(Path::new(&out));
    assert_eq!([plain.width, plain.height()], [1280, 720]);
    assert!(plain.count(ThemeColours::DARK.left) > 500);
}

#[test]
fn the_colours_of_the_sides_are_those_that_people_know() {
    assert_eq!(ThemeColours::DARK.left, [0x4a, 0xa3, 0xff, 0xff]);
    assert_eq!(ThemeColours::DARK.right, [0xff, 0x6b, 0x4a, 0xff]);
}

#[test]
fn the_same_command_makes_the_same_bytes_and_another_one_others() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("bytes");
    let pictures: [(&str, &[&str]); 6] = [
        ("iso.png", &[]),
        ("front.png", &["--view", "front"]),
        ("side.png", &["--view", "side"]),
        ("top.png", &["--view", "top"]),
        ("later.png", &["--frame", "100"]),
        ("last.png", &["--frame", &last_frame()]),
    ];
    for (name, more) in pictures {
        render(&folder, name, more);
    }
    let bytes = pictures.map(|(name, _)| std::fs::read(folder.path(name)).unwrap());
    for (i, (name, _)) in pictures.iter().enumerate() {
        for (j, (other, _)) in pictures.iter().enumerate().skip(i + 1) {
            assert!(bytes[i] != bytes[j], "{name} and {other} are the same");
        }
    }
    for (name, more) in [
        ("iso.png", &[][..]),
        ("iso.png", &["--view", "iso", "--frame", "0"]),
        // It has no boxes to show.
        ("iso.png", &["--boxes"]),
    ] {
        render(&folder, name, more);
        assert!(std::fs::read(folder.path(name)).unwrap() == bytes[0], "{more:?}");
    }
}

fn last_frame() -> String {
    let count = rushes::files::builtin().motion.frame_count();
    (count - 1).to_string()
}

#[test]
fn a_transparent_picture_holds_nothing_but_the_figure() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("transparent");
    let picture = render(&folder, "out.png", &["--transparent"]);
    assert!(picture.is_clear_but_for(&bones()));
    for side in [ThemeColours::DARK.left, ThemeColours::DARK.right, ThemeColours::DARK.middle] {
        assert!(picture.count(side) > 30, "{side:?} is opaque");
    }
    let clear = picture.count([0; 4]);
    assert!(clear > picture.rgba.len() / 2, "{clear} clear pixels");
    // Soft edges are of their bone's colour, not darkened by what is not there.
    let left = ThemeColours::DARK.left;
    let edges = picture.rgba.iter().filter(|pixel| (64..192).contains(&pixel[3]));
    let blue = edges.filter(|pixel| (0..3).all(|i| pixel[i].abs_diff(left[i]) < 6));
    assert!(blue.count() > 5, "edges keep their colour");
}

#[test]
fn a_folder_gets_a_numbered_picture_for_each_frame() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("frames");
    let out = folder.path("new/pictures/");
    let size = ["--size", "64x48"];
    let arguments = [&["render", "builtin", "-o", &out, "--frames", "0-3"], &size[..]].concat();
    rushes(&arguments).done();
    let names = ["00000", "00001", "00002", "00003"].map(|n| format!("stroll_{n}.png"));
    assert_eq!(names_in(Path::new(&out)), names);
    let pictures = names.map(|name| std::fs::read(Path::new(&out).join(name)).unwrap());
    assert!(pictures[0] != pictures[3]);
    // A folder that is there needs no slash; a list need not be a range.
    let out = folder.path("there");
    std::fs::create_dir(&out).unwrap();
    let arguments = [&["render", "builtin", "-o", &out, "--frames", "5,2"], &size[..]].concat();
    rushes(&arguments).done();
    let names = names_in(Path::new(&out));
    assert_eq!(names, ["stroll_00002.png", "stroll_00005.png"]);
}

#[test]
fn the_middle_frame_and_a_square_have_short_names() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("short-names");
    let picture = |name: &str, frame: &str, size: &str| {
        let out = folder.path(name);
        rushes(&["render", "builtin", "-o", &out, "--frame", frame, "--size", size]).done();
        std::fs::read(out).unwrap()
    };
    let middle = rushes::files::builtin().motion.frame_count() / 2;
    let long = picture("long.png", &middle.to_string(), "64x64");
    assert!(picture("short.png", "middle", "64") == long);
    assert!(picture("first.png", "0", "64") != long);
}

#[test]
fn a_failed_run_leaves_the_old_picture_and_nothing_else() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("survives");
    let broken = folder.write("broken.bvh", "HIERARCHY\n");
    let old = folder.write("out.png", "an old picture");
    let failing: [(&[&str], i32); 4] = [
        (&["render", &broken, "-o", &old], 3),
        (&["render", "builtin", "-o", &old, "--size", "5x5"], 2),
        (&["render", "builtin", "-o", &old, "--frame", "999999"], 2),
        (&["render", "builtin", "-o", &old, "--view", "none"], 2),
    ];
    for (arguments, code) in failing {
        rushes(arguments).failed(code);
        assert_eq!(std::fs::read(&old).unwrap(), b"an old picture");
    }
    // Where nothing can be written, the error names the picture.
    let taken = folder.path("taken.png");
    std::fs::create_dir(&taken).unwrap();
    for out in [taken, folder.path("missing/out.png")] {
        let arguments = ["render", "builtin", "-o", &out, "--size", "64x48"];
        let reported = rushes(&arguments).failed(3);
        assert!(reported.starts_with(&format!("rushes: {out}: cannot be written: ")), "{reported}");
    }
    let below = folder.path("out.png/frames/");
    let reported = rushes(&["render", "builtin", "-o", &below]).failed(3);
    assert!(reported.starts_with(&format!("rushes: {below}: ")), "{reported}");
    assert_eq!(folder.names(), ["broken.bvh", "out.png", "taken.png"]);
    // An old picture makes way for a new one.
    rushes(&["render", "builtin", "-o", &old, "--size", "64x48"]).done();
    assert_eq!(Pixels::read(Path::new(&old)).width, 64);
    assert_eq!(folder.names(), ["broken.bvh", "out.png", "taken.png"]);
}

#[test]
fn solid_styles_show_the_same_figure_lit_and_with_smooth_edges() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("styles");
    let stick = render(&folder, "stick.png", &["--style", "stick"]);
    assert!(stick.rgba == render(&folder, "plain.png", &[]).rgba, "the default");
    for style in ["octahedra", "capsules"] {
        let more = ["--style", style, "--transparent"];
        let picture = render(&folder, "solid.png", &more);
        assert!(picture.is_clear_but_for(&bones()), "{style}");
        let is_blue = |p: &&Rgba| p[3] == 255 && p[2] > p[0].saturating_add(40);
        let blues: std::collections::HashSet<Rgba> =
            picture.rgba.iter().filter(is_blue).copied().collect();
        assert!(blues.len() > 30, "{style}: {} shades of blue", blues.len());
        let edges = picture.rgba.iter().filter(|p| (1..255).contains(&p[3]));
        let opacities: std::collections::HashSet<u8> = edges.map(|p| p[3]).collect();
        assert!(opacities.len() > 60, "{style}: {} steps of an edge", opacities.len());
        let rows = picture.rgba.chunks(picture.width);
        let tall = rows.filter(|row| row.iter().any(|p| p[3] > 128)).count();
        assert!(tall > SIZE[1] as usize / 2, "{style}: {tall} rows");
    }
}

#[test]
fn a_take_without_frames_is_drawn_in_its_rest_pose() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("still");
    let text = "HIERARCHY\nROOT LeftLeg\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 170 0\n}\n}\n\
                MOTION\nFrames: 0\nFrame Time: 0.04\n";
    let file = folder.write("pole.bvh", text);
    let out = folder.path("pole.png");
    let run = rushes(&["render", &file, "-o", &out, "--size", "64x96"]);
    assert!(run.err.contains("rest pose [part-missing]"), "{}", run.err);
    let picture = Pixels::read(Path::new(&out));
    assert!(picture.count(ThemeColours::DARK.left) > 30);
}

#[test]
fn markers_boxes_and_meshes_are_in_the_picture() {
    if !tools::has_opengl() {
        return;
    }
    use rushes::render::{Headless, Picture, Renderer};
    use rushes::scene::{DisplayStyle, DrawList, Figure, FigureStyle, Parts};

    let headless = Headless::new().expect("OpenGL");
    let mut renderer = Renderer::new(headless.gl().clone()).expect("shaders");
    let mut draw = |take: &rushes::take::Take, frame: usize, [boxes, meshes]: [bool; 2]| {
        let stage = Stage::new(take);
        let parts = Parts::new(take);
        let pose = Pose::of(&take.skeleton, take.row(frame));
        let (camera, _) = Camera::home(&stage, 1.0);
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, 1.0, ThemeColours::DARK);
        list.transparent = true;
        let figure = Figure {
            take,
            stage: &stage,
            pose: &pose,
            frame,
            parts: &parts,
            colours: &parts.colours_by_side(&ThemeColours::DARK),
            hidden: &vec![false; take.skeleton.nodes().len()],
            secondary: true,
            selected: &[],
            display: DisplayStyle::Stick,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes,
            meshes,
        };
        figure.draw(&camera, FigureStyle::for_view(300.0, 1.0), 300.0, &mut list);
        list.finish();
        let picture = Picture::draw(headless.gl(), &mut renderer, &list, [300, 300]);
        let rgba = picture.expect("a picture").rgba;
        Pixels { width: 300, rgba: rgba.as_chunks::<4>().0.to_vec() }
    };
    let markers = takes::markers();
    let [whole, gaps] = [0, 2].map(|frame| draw(&markers, frame, [false; 2]));
    for side in [ThemeColours::DARK.left, ThemeColours::DARK.right] {
        let (all, left) = (whole.count(side), gaps.count(side));
        assert!(left > 0 && left < all, "{side:?}: {left} of {all}");
    }
    assert_eq!(whole.count(ThemeColours::DARK.middle), gaps.count(ThemeColours::DARK.middle));
    // Thin lines are faint: what is drawn at all is counted.
    let leg = takes::dressed();
    let [bare, boxed, skinned] = [[false, false], [true, false], [false, true]].map(|what| {
        let picture = draw(&leg, 0, what);
        picture.rgba.len() - picture.count([0; 4])
    });
    assert!(boxed > bare + 300, "{boxed} and {bare}");
    assert!(skinned > bare + 100, "{skinned} and {bare}");
    renderer.free();
}

#[test]
fn both_kinds_of_opengl_draw_the_same_picture() {
    if !tools::has_opengl() {
        return;
    }
    use rushes::render::{Api, Headless, Picture, Renderer};
    use rushes::scene::{DisplayStyle, DrawList, Figure, FigureStyle, Parts};

    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let pose = Pose::of(&take.skeleton, take.row(0));
    let (camera, _) = Camera::home(&stage, 1.6);
    let parts = Parts::new(&take);
    let selected = [take.skeleton.roots()[0]];
    // How many parts of the colours of two pictures are further apart than so many steps.
    let apart = |a: &Picture, b: &Picture, steps: u8| {
        let pairs = a.rgba.iter().zip(&b.rgba);
        pairs.filter(|(a, b)| a.abs_diff(**b) > steps).count()
    };
    for display in DisplayStyle::ALL {
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, 1.6, ThemeColours::DARK);
        list.depth_cue = display == DisplayStyle::Capsules;
        let figure = Figure {
            take: &take,
            stage: &stage,
            pose: &pose,
            frame: 0,
            parts: &parts,
            colours: &parts.colours_by_side(&ThemeColours::DARK),
            hidden: &vec![false; take.skeleton.nodes().len()],
            secondary: true,
            selected: &selected,
            display,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: false,
            meshes: true,
        };
        figure.draw(&camera, FigureStyle::for_view(300.0, 1.0), 300.0, &mut list);
        list.finish();
        let pictures = Api::ALL.iter().map(|api| {
            let headless = Headless::with_api(*api).expect("OpenGL");
            let mut renderer = Renderer::new(headless.gl().clone()).expect("shaders");
            // The second picture of a view comes from the copy of the first one's ground.
            let [first, again] = [(), ()].map(|()| {
                Picture::draw(headless.gl(), &mut renderer, &list, [480, 300]).expect("a picture")
            });
            // Where a driver smooths edges, it may round a few by one step.
            assert!(
                apart(&first, &again, 1) == 0 && apart(&first, &again, 0) * 1000 < first.rgba.len(),
                "{api:?} {display:?}: the same view looks otherwise"
            );
            renderer.free();
            first
        });
        let pictures: Vec<Picture> = pictures.collect();
        let core = &pictures[0];
        for other in &pictures[1..] {
            let far = apart(core, other, 3);
            assert!(far * 1000 < core.rgba.len(), "{display:?}: {far} parts differ");
        }
        assert!(core.rgba.iter().any(|&part| part > 200), "a figure shows");
    }
}

/// Where a font with Chinese and Japanese letters is.
#[cfg(target_os = "linux")]
const DROID: &str = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf";

#[cfg(target_os = "linux")]
#[test]
fn names_in_every_script_are_written_in_pictures_with_the_fonts_of_the_system() {
    if !Path::new(DROID).exists() {
        return crate::support::skip::skip("a font", "fonts-droid-fallback fonts-dejavu-core");
    }
    let face = rushes::render::Face::interface();
    let width = |text: &str| face.width(text, 100.0);
    // Nobody has this letter: it is a box.
    let missing = width("\u{f8fe}");
    for text in ["左", "肩", "は", "כ"] {
        assert!((width(text) - missing).abs() > 1.0, "{text}");
    }
    // The letters of Arabic join, so that they are narrower than each by itself.
    let apart: f32 = ["ك", "ت", "ف"].map(width).iter().sum();
    assert!(width("كتف") < 0.9 * apart, "{} {apart}", width("كتف"));
    // What is cut ends with whole letters, and a dash in the middle is of the interface.
    let name = "左太もも_كتف_плечо".repeat(4);
    let cut = face.cut(&name, 20.0, 300.0);
    assert!(cut.ends_with('…') && face.width(&cut, 20.0) <= 300.0, "{cut}");
    assert!(name.starts_with(cut.trim_end_matches('…')), "{cut}");
}
