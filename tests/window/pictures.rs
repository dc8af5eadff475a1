//! The pictures of the manual, made of the real window on the built-in take, dark and light: `make pictures`.

use std::f32::consts::PI;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::support::desktop::{Desktop, Program, Screenshot};
use crate::support::folder::Folder;
use crate::support::planted::Table;
use crate::support::{Random, environment, root};
use rushes::export::Export;
use rushes::take::Take;

const CONTROL: u32 = 0xffe3;

/// A picture of a window that has just opened a session.
struct Picture {
    name: &'static str,
    /// The session file.
    session: &'static str,
    /// What is done there before the picture is made.
    then: fn(&Desktop, &mut Program),
}

const PICTURES: [Picture; 6] = [
    Picture {
        name: "window",
        session: "
            take = [{ active = true }]
            playback = { frame = 252 }",
        then: |_, _| (),
    },
    Picture {
        name: "first-take",
        session: "
            take = [{ active = true, selected = ['LeftFoot'] }]
            playback = { frame = 429, in = 380, out = 480 }
            layout = { tab = 'curves' }",
        then: |_, _| (),
    },
    Picture {
        name: "reviewing",
        session: "
            take = [{ active = true, selected = ['RightHand'], measures = [['height', 'RightHand']] }]
            playback = { frame = 500 }
            layout = { tab = 'node', curves = true, docked = { quantities = ['height', 'speed'] } }
            display = { ghosts = true }",
        then: |_, _| (),
    },
    Picture {
        name: "comparing",
        session: "
            take = [
                { file = 'stroll_v1.bvh', reference = true },
                { file = 'stroll_v2.bvh', active = true },
            ]
            playback = { frame = 300 }
            compare = { mode = 'difference' }",
        then: |_, program| {
            program.wait("the differences", |p| p["difference"] == true);
        },
    },
    Picture {
        name: "checks",
        session: "
            take = [{ file = 'stroll_v1.bvh', active = true }]
            playback = { frame = 400 }
            layout = { tab = 'checks' }",
        then: |desktop, program| {
            desktop.key(u32::from('n'));
            program.wait_for_frame(POPS[1] as u64);
        },
    },
    Picture {
        name: "exporting",
        session: "
            take = [{ active = true }]
            playback = { frame = 252 }",
        then: |desktop, program| {
            desktop.hold(CONTROL, true);
            desktop.key(u32::from('e'));
            desktop.hold(CONTROL, false);
            program.wait("the dialog", |p| p["overlay"] == "Export");
        },
    },
];

/// The frames on which the left hand of the first take leaves its path.
const POPS: [usize; 3] = [120, 430, 600];

#[test]
#[ignore = "make pictures runs it"]
fn of_the_manual() {
    let folder = Folder::new("pictures");
    for (name, take) in
        [("stroll_v1.bvh", Table::with_pops(&POPS).take()), ("stroll_v2.bvh", another_stroll())]
    {
        let mut text = Vec::new();
        let format = Export::of_file(name).expect("a format");
        format.write(&take, &mut text).expect("memory");
        folder.write(name, &String::from_utf8(text).expect("UTF-8"));
    }
    for Picture { name, session, then } in PICTURES {
        let session = folder.write(&format!("{name}.rushes"), &format!("version = 1\n{session}"));
        for theme in ["dark", "light"] {
            // What one window keeps of its session, the next one would offer.
            let desktop = Desktop::start().expect("Xvfb and OpenGL");
            let arguments = ["--theme", theme, session.as_str()].map(Path::new);
            let mut program = desktop.run(&arguments, &[]);
            program.wait("its takes, with all that is found in them", |p| {
                p["loading"] == false && p["review"]["findings"].is_u64()
            });
            program.settle();
            then(&desktop, &mut program);
            program.settle();
            let [width, height] = desktop.size();
            let picture = root().join(format!("docs/pictures/{name}-{theme}.png"));
            write(&desktop.screenshot(0, 0, width, height), &picture);
        }
    }
}

/// The built-in take with other turns of an arm, a leg and the trunk for four seconds.
fn another_stroll() -> Take {
    let mut table = Table::figure(60.0, &mut Random::new(7));
    for (joint, axis, degrees) in [("RightArm", 0, 25.0), ("LeftUpLeg", 0, 8.0), ("Spine", 1, 4.0)]
    {
        let joint = table.find(joint);
        let channel = table.turns(joint).start + axis;
        table.add(joint, channel..channel + 1, 180..420, |frame, _| {
            degrees * (PI * (frame - 180) as f32 / 240.0).sin()
        });
    }
    table.take()
}

/// Writes a picture in 256 colours, which make it a third as large as all of them.
fn write(picture: &Screenshot, path: &Path) {
    let (width, height) = (picture.width, picture.pixels.len() / picture.width);
    let colours = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=none";
    let mut ffmpeg = environment::command("ffmpeg")
        .args(["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        .args(["-s", &format!("{width}x{height}"), "-i", "-", "-filter_complex", colours])
        .args(["-frames:v", "1", "-compression_level", "100"])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("ffmpeg starts");
    let mut pixels = ffmpeg.stdin.take().expect("a pipe");
    pixels.write_all(picture.pixels.as_flattened()).expect("ffmpeg reads");
    drop(pixels);
    assert!(ffmpeg.wait().expect("it ends").success(), "{}", path.display());
}
