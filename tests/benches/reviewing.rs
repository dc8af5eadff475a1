//! Reviewing in the real window, under a virtual display: how many pictures a second come while takes play,
//! beside the same takes in a window that shows nothing of that.

use std::path::Path;
use std::time::{Duration, Instant};

use rushes::app::{
    FilesCommand, FolderOptions, InterfaceCommand, Panel, PlaybackCommand, SelectMode,
    SelectionCommand,
};
use rushes::files::{IfNewer, Reviews};
use rushes::review::checks::Check;
use rushes::review::notes::{Frames, IgnoredFinding, Note, Review, Time};

use super::measure::{Aim, aim, line, median};
use super::support::app::App;
use super::support::desktop::{Desktop, Program};
use super::window::{Copies, SIZE};

/// So many pictures a second are left at least, as a part of those of a window that shows no review.
const LEAST: f64 = 0.85;

/// The key that adds to the selection.
const CONTROL: u32 = 0xffe3;

const SPACE: u32 = 0x20;
const TAB: u32 = 0xff09;

pub fn run() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    difference(&desktop);
    for (what, takes, frames) in [
        ("a take of 10,000 frames", 1, 10_000),
        ("ten takes of 10,000 frames", 10, 10_000),
        ("a take of 100,000 frames", 1, 100_000),
    ] {
        reviewed(&desktop, what, takes, frames);
    }
}

/// A folder of a thousand takes side by side: pictures a second while its figures are scrolled, and while a hundred of
/// them play at once; and the memory of the window with ten thousand.
pub fn grid() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let copies = Copies::of(1000, &super::take::text(300));
    let mut program = side_by_side(&desktop, &copies, 1000);
    desktop.point((640, 300));
    let until = Instant::now() + SCROLLED;
    let mut pictures = 0;
    while Instant::now() < until {
        desktop.click(WHEEL_DOWN);
        pictures += program.pictures_in(Duration::from_millis(50));
    }
    let scrolled = pictures as f64 / SCROLLED.as_secs_f64();
    desktop.point(PLAY_ALL);
    desktop.click(1);
    program.wait("all figures play", |picture| picture["folder"]["plays_all"] == true);
    let playing = program.pictures_in(SCROLLED) as f64 / SCROLLED.as_secs_f64();
    for (what, rate, least) in [
        ("a thousand takes side by side, scrolled", scrolled, 60.0),
        ("more than a hundred of them play", playing, 30.0),
    ] {
        let reported = aim(rate, Aim::AtLeast(least));
        line(what, &format!("{rate:>6.1} pictures a second {reported}"));
    }
    drop((program, copies));
    let copies = Copies::of(10_000, &super::take::text(10));
    let program = side_by_side(&desktop, &copies, 10_000);
    let megabytes = program.memory() as f64 / 1e6;
    let reported = aim(megabytes, Aim::AtMost(400.0));
    line("memory with ten thousand side by side", &format!("{megabytes:>6.0} MB {reported}"));
}

/// A window that has takes side by side, in the smallest figures: more than a hundred are in sight.
fn side_by_side(desktop: &Desktop, copies: &Copies, takes: usize) -> Program {
    let mut program = desktop.run(&[&copies.0], &[("RUSHES_TRACE", "hurry")]);
    program.wait("all takes", |picture| {
        picture["folder"]["takes"] == takes && picture["folder"]["reading"] == false
    });
    // Without panels.
    desktop.key(TAB);
    desktop.hold(CONTROL, true);
    desktop.key(u32::from(b'b'));
    desktop.hold(CONTROL, false);
    program.wait("the grid", |picture| picture["folder"]["grid"] == true);
    desktop.point(SLIDER);
    desktop.click(1);
    let smallest = FolderOptions::FIGURE_SIZES[0];
    program.wait("the smallest figures", |picture| picture["folder"]["figure_size"] == smallest);
    program
}

/// The low end of the slider that sets the size of figures, and the switch beside it.
const SLIDER: (i16, i16) = (114, 22);
const PLAY_ALL: (i16, i16) = (55, 22);
const WHEEL_DOWN: u8 = 5;
const SCROLLED: Duration = Duration::from_secs(4);

/// Takes of 75 joints, each with 500 notes and 1,000 findings, and nine curves docked, beside the same takes
/// where nobody has said anything, and what was found is ignored.
fn reviewed(desktop: &Desktop, what: &str, takes: usize, frames: usize) {
    const NOTES: usize = 500;
    const FINDINGS: u64 = 1000;
    let copies = Copies::of(takes, &super::take::faulty(frames));
    let reviews = [ignoring(), notes(NOTES, frames)];
    let mut rates = [Vec::new(), Vec::new()];
    for round in 0..6 {
        let is_reviewed = round % 2 == 1;
        for take in 0..takes {
            let take = copies.0.join(format!("{take}.bvh"));
            let _ = std::fs::remove_file(Reviews::beside(&take));
            let review = &reviews[usize::from(is_reviewed)];
            let saved = Reviews::default().save(&take, review, IfNewer::Refuse);
            saved.expect("a file");
        }
        let mut program = copies.open(desktop, &[("RUSHES_TRACE", "hurry")]);
        program.wait("all takes", |picture| {
            let count = picture["takes"].as_array().map(Vec::len);
            picture["loading"] == false && count == Some(takes)
        });
        let review = program.wait("what was found", |p| p["review"]["findings"].is_u64());
        let [notes, findings] = ["notes", "findings"].map(|what| review["review"][what].as_u64());
        select_joints(desktop, &mut program, takes, "Joint2");
        if is_reviewed {
            assert_eq!(notes, Some(NOTES as u64));
            assert!(findings >= Some(FINDINGS), "{findings:?}");
            desktop.key(u32::from(b'c'));
        } else {
            assert_eq!((notes, findings), (Some(0), Some(0)));
        }
        rates[round % 2].push(playing(desktop, &mut program));
        // The window remembers that the curves show.
        let _ = std::fs::remove_dir_all(desktop.settings());
    }
    let [without, with] = rates.map(median);
    beside(&format!("{what}, reviewed"), with, without);
}

/// A figure beside the one without.
fn beside(what: &str, with: f64, without: f64) {
    let ratio = with / without;
    let reported = aim(ratio, Aim::AtLeast(LEAST));
    let figures =
        format!("{with:>6.1} pictures a second {ratio:>6.2} × without ({without:.1}) {reported}");
    line(what, &figures);
}

fn now() -> Time {
    Time::parse("2026-03-01T12:00:00Z").expect("a time")
}

/// A review without a word, of a take in which nothing is worth one.
fn ignoring() -> Review {
    let mut review = Review::default();
    for check in Check::ALL {
        review.put(IgnoredFinding::from_check(check.word(), "Ann", now()), now());
    }
    review
}

/// So many notes, each on a joint of its own.
fn notes(count: usize, frames: usize) -> Review {
    let mut review = Review::default();
    for i in 0..count {
        let first = i * frames / count;
        // Every fifth is about a range.
        let last = if i % 5 == 0 { first + 60 } else { first };
        let ends = [first, last.min(frames - 1)];
        let mut note = Note::new(Frames::from(ends), "Ann", now());
        note.text = format!("the joint leaves its path here, and comes back to it: take {i} of it");
        note.joint = Some(format!("Joint{}", i % 75));
        review.put(note, now());
    }
    review
}

/// Selects the first three joints, up to one of this name, in the list below so many takes.
fn select_joints(desktop: &Desktop, program: &mut Program, takes: usize, last: &str) {
    const ROW: i16 = 24;
    // Of ten takes nine show.
    let first = if takes > 1 { 396 } else { 154 };
    desktop.hold(CONTROL, true);
    for row in 0..3 {
        desktop.point((130, first + ROW * row));
        desktop.click(1);
    }
    desktop.hold(CONTROL, false);
    program.wait("a selection", |picture| picture["selected"] == last);
}

/// How many pictures a second come while a take plays, after what is filled in bit by bit is there.
fn playing(desktop: &Desktop, program: &mut Program) -> f64 {
    program.pictures_in(Duration::from_secs(1));
    if program.last["follows"] == true {
        // The ground would be drawn anew for each picture, in whichever window it follows at first.
        desktop.key(u32::from(b't'));
        program.wait("a camera that rests", |picture| picture["follows"] == false);
    }
    // The dock makes the view smaller. A figure that walks out of one of both would cost nothing there: all of
    // the way is in view in each.
    desktop.key(u32::from(b'a'));
    program.pictures_in(Duration::from_secs(1));
    desktop.key(SPACE);
    program.wait("playing", |picture| picture["playing"] == true);
    program.pictures_in(Duration::from_secs(4));
    program.pictures_in(Duration::from_secs(5)) as f64 / 5.0
}

/// The window on nine curves of 100,000 frames over the timeline, while the take plays: how long a layout
/// takes, and how many pictures a second come without a pause, beside the same without the curves.
pub fn docked() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let file = std::env::temp_dir().join("rushes-bench-docked.bvh");
    std::fs::write(&file, super::take::long(100_000)).expect("a file");
    let [with, without] = [true, false].map(|shows| layout(&file, shows));
    line(
        "layout with 9 docked curves of 100,000 frames",
        &format!("{with:>6.2} ms, without {without:.2} ms"),
    );
    let pictures = |shows: bool| {
        let mut program = desktop.run(&[&file], &[("RUSHES_TRACE", "hurry")]);
        program.wait("the take", |picture| picture["loading"] == false);
        select_joints(&desktop, &mut program, 1, "LeftLeg");
        if shows {
            desktop.key(u32::from(b'c'));
        }
        playing(&desktop, &mut program)
    };
    let mut rates = [Vec::new(), Vec::new()];
    for round in 0..6 {
        rates[round % 2].push(pictures(round % 2 == 1));
        // The window remembers that the curves show.
        let _ = std::fs::remove_dir_all(desktop.settings());
    }
    let _ = std::fs::remove_file(file);
    let [without, with] = rates.map(median);
    beside("9 docked curves of 100,000 frames", with, without);
}

/// The milliseconds of one layout, with what egui makes triangles of, while a take plays.
fn layout(file: &Path, shows: bool) -> f64 {
    let mut state = App::default();
    state.apply(FilesCommand::Open(vec![file.into()]));
    let nodes = state.take().expect("a take").take.skeleton.iter();
    let nodes = nodes.map(|(id, _)| id).take(3).collect();
    state.apply(SelectionCommand::SelectNodes(nodes, SelectMode::Replace));
    if shows {
        state.apply(InterfaceCommand::TogglePanel(Panel::Curves));
    }
    state.apply(PlaybackCommand::Toggle);
    let ctx = egui::Context::default();
    rushes::app::set_fonts(&ctx);
    let size = egui::vec2(SIZE[0] as f32, SIZE[1] as f32);
    let mut times = Vec::new();
    for redraw in 0..400 {
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            time: Some(f64::from(redraw) / 60.0),
            ..Default::default()
        };
        state.tick(1.0 / 60.0);
        let began = Instant::now();
        let laid_out = rushes::app::lay_out(&ctx, input, &mut state);
        let mut output = laid_out.output;
        output.textures_delta.clear();
        let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        // The first ones fill the curves in.
        if redraw >= 200 {
            assert!(!state.interface.is_filling);
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    median(times)
}

/// How many pictures a second come of two takes that play, with their difference and without.
fn difference(desktop: &Desktop) {
    let copies = Copies::of(2, &super::take::text(600));
    let mut program = copies.open(desktop, &[("RUSHES_TRACE", "hurry")]);
    program.wait("both takes", |picture| {
        let takes = picture["takes"].as_array();
        picture["loading"] == false && takes.is_some_and(|takes| takes.len() == 2)
    });
    desktop.key(SPACE);
    program.wait("playing", |picture| picture["playing"] == true);
    let mut rates = [Vec::new(), Vec::new()];
    for round in 0..6 {
        program.pictures_in(Duration::from_secs(1));
        let pictures = program.pictures_in(Duration::from_secs(3)) as f64 / 3.0;
        rates[round % 2].push(pictures);
        desktop.key(u32::from(b'd'));
    }
    let [without, with] = rates.map(median);
    beside("two takes of 75 joints with their difference", with, without);
}
