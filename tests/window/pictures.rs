//! The pictures of the manual, made of the real window on the built-in take, dark and light: `make pictures`.

use std::f32::consts::PI;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::support::desktop::{Desktop, Program, Screenshot};
use crate::support::folder::Folder;
use crate::support::planted::Table;
use crate::support::retakes::{cut, mirrored};
use crate::support::{Random, environment, root};
use rushes::export::Export;
use rushes::files::{IfNewer, Reviews, builtin};
use rushes::review::notes::{Frames, Note, Review, Time, Verdict};
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

const PICTURES: [Picture; 8] = [
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
    Picture {
        name: "day",
        session: "
            take = [{ file = 'day/s01_t03_anna.bvh', active = true }]
            folders = ['day']
            playback = { frame = 60 }
            layout = { tab = 'notes' }",
        then: |_, program| read(program),
    },
    Picture {
        name: "side-by-side",
        session: "
            take = [{ file = 'day/s01_t03_anna.bvh', active = true }]
            folders = ['day']
            playback = { frame = 60 }
            layout = { tab = 'notes' }",
        then: |desktop, program| {
            read(program);
            desktop.hold(CONTROL, true);
            desktop.key(u32::from('b'));
            desktop.hold(CONTROL, false);
            program.wait("the grid", |p| p["folder"]["grid"] == true);
            // A figure under the pointer plays.
            desktop.point((1130, 500));
        },
    },
];

/// Waits until all is known of the takes of the folder.
fn read(program: &mut Program) {
    program.wait("the folder", |p| p["folder"]["takes"] == 12 && p["folder"]["reading"] == false);
}

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
    write_day(&folder);
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

/// A day of twelve takes in three scenes, nine of which somebody has looked at.
fn write_day(folder: &Folder) {
    let now = Time::parse("2026-03-09T10:00:00Z").expect("a time");
    let stroll = builtin();
    for number in 0..12 {
        let (scene, take) = (1 + number / 4, 1 + number % 4);
        let who = ["anna", "ben"][(scene + usize::from(take > 2)) % 2];
        let first = 50 * number;
        let mut take = format!("s{scene:02}_t{take:02}_{who}.bvh");
        let mut shown = cut(&stroll, first..first + 70 + 11 * number);
        if number % 5 == 1 {
            take = take.replace(".bvh", ".trc");
        } else if number % 5 == 3 {
            shown = mirrored(&shown);
            take = take.replace(".bvh", ".glb");
        }
        let path = folder.0.join("day").join(&take);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut bytes = Vec::new();
        Export::of_file(&take).expect("a format").write(&shown, &mut bytes).expect("memory");
        std::fs::write(&path, bytes).expect("a file");
        if number >= 9 {
            continue;
        }
        let mut review = Review::default();
        let verdict = [Verdict::Keep, Verdict::Keep, Verdict::Reject, Verdict::Circled][number % 4];
        let stars = [4, 3, 1, 5][number % 4];
        review.rate(Some(verdict), stars, "Cleo", now);
        if number % 3 == 2 {
            let mut note = Note::new(Frames::single(60), "Cleo", now);
            note.text = "The left foot drags".to_string();
            review.put(note, now);
        }
        Reviews::default().save(&path, &review, IfNewer::Refuse).expect("saved");
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
