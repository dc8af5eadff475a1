//! A reviewer at the real window, on any desktop: notes, rating, findings, comparison and docked curves by
//! keys and mouse, and what of that is there the next day.

use std::path::{Path, PathBuf};

use super::app::App;
use super::desktop::{Desktop, Program};
use super::folder::Folder;
use super::keyboard::Keyboard;
use super::places::{middle, pixel};
use rushes::app::{GUTTER, InterfaceCommand, Panel, SelectionCommand};
use rushes::files::{OpenOptions, Reviews};
use rushes::review::notes::{Frames, Review};

const ESCAPE: u32 = 0xff1b;
const DOWN: u32 = 0xff54;
const CONTROL: u32 = 0xffe3;
const ALT: u32 = 0xffe9;

/// The last frame of the takes here.
const LAST: f64 = 100.0;

/// A desktop, and how many pixels the window lies below its top.
pub struct Place<'a> {
    pub desktop: &'a Desktop,
    pub below: i16,
    /// Of the window, in points.
    pub size: [f32; 2],
}

/// A figure whose left arm is elsewhere on one frame, and the same figure without that: 101 frames, 50 a
/// second.
pub fn takes(folder: &Folder) -> [PathBuf; 2] {
    [("raw.bvh", 40.0), ("fixed.bvh", 0.0)].map(|(name, pop)| {
        folder.figure(name, |frame| {
            let swing = 30.0 * (f64::from(frame) * 0.07).sin();
            let left = swing + if frame == 60 { pop } else { 0.0 };
            format!("0 90 0 0 0 0 {left:.4} {:.4}", -swing)
        })
    })
}

/// What is kept beside a take, which can be read.
#[track_caller]
pub fn on_disk(take: &Path) -> Review {
    let loaded = Reviews::default().load(take);
    assert_eq!(loaded.warnings, [""; 0]);
    loaded.review
}

impl Place<'_> {
    fn with(&self, modifier: u32, key: char) {
        self.desktop.hold(modifier, true);
        self.desktop.key(u32::from(key));
        self.desktop.hold(modifier, false);
    }

    fn press(&self, (x, y): (i16, i16)) {
        self.desktop.point((x, y + self.below));
        self.desktop.click(1);
    }

    /// The window on these files, with the node selected and curves docked where that is wanted.
    fn laid_out(&self, files: &[PathBuf], node: Option<&str>) -> Keyboard {
        let mut app = App::new(files, OpenOptions::default());
        if let Some(name) = node {
            let node = app.take().and_then(|open| open.take.skeleton.find(name));
            app.apply(SelectionCommand::Select(node));
            app.apply(InterfaceCommand::TogglePanel(Panel::Curves));
        }
        Keyboard::sized(app, self.size[0], self.size[1])
    }

    /// Writes a note where the playhead is, and waits until it is said to be saved.
    pub fn write_note(&self, program: &mut Program, text: &str) {
        let notes = program.last["review"]["notes"].as_u64().expect("a count") + 1;
        self.desktop.key(u32::from('m'));
        program.wait("a note", |p| p["review"]["notes"] == notes);
        // The keys go to the new note's text from the next picture on.
        program.settle();
        text.chars().for_each(|letter| self.desktop.key(letter.into()));
        // Escape ends the text before it takes letters of the same picture in.
        program.wait("the text", |p| p["review"]["note"] == text);
        self.desktop.key(ESCAPE);
        program.settle();
        program.wait("the note, saved", |p| {
            p["review"]["note"] == text && p["review"]["is saved"] == true
        });
    }

    /// A review of a take beside another, in a window that has just opened on both.
    pub fn review(&self, files: &[PathBuf; 2], mut program: Program) {
        program.wait("both takes", |p| {
            p["takes"].as_array().map(Vec::len) == Some(2) && p["loading"] == false
        });
        let window = self.laid_out(files, None);
        self.desktop.point(pixel(window.view.center()));

        // What the machine found.
        let found = self.finding(&mut program);
        assert_eq!(found, (60, "LeftArm".to_string()));

        // What a person says of it.
        self.write_note(&mut program, "slides");
        self.with(ALT, '4');
        program.wait("four stars, saved", |p| {
            p["review"]["rating"] == 4 && p["review"]["is saved"] == true
        });
        let review = on_disk(&files[0]);
        let [note] = &review.notes[..] else {
            panic!("{review:?}");
        };
        assert_eq!((note.text.as_str(), note.frames), ("slides", Frames::single(60)));
        assert_eq!(note.joint.as_deref(), Some("LeftArm"));
        self.with(ALT, '2');
        program.wait("two stars", |p| p["review"]["rating"] == 2);
        self.with(CONTROL, 'z');
        program.wait("four stars again, saved", |p| {
            p["review"]["rating"] == 4 && p["review"]["is saved"] == true
        });

        // Beside the other take.
        self.desktop.key(u32::from('d'));
        program
            .wait("the difference", |p| p["comparing"] == "Difference" && p["difference"] == true);
        self.desktop.key(u32::from('d'));
        program.wait("no comparison", |p| p["comparing"] == "Off");
        self.desktop.key(u32::from('b'));
        program.wait("one of both", |p| p["comparing"] == "AB");

        // On the curves, which the playhead follows over.
        self.desktop.key(u32::from('c'));
        program.wait("curves", |p| p["curves"] == true);
        program.settle();
        let docked = self.laid_out(files, Some("LeftArm"));
        let timeline = docked.rect("Timeline").shrink2(egui::vec2(GUTTER, 0.0));
        let (_, y) = middle(&docked, "Docked curves");
        let x = egui::lerp(timeline.left()..=timeline.right(), (30.0 / LAST) as f32);
        self.press((x.round() as i16, y));
        program.wait_for_frame(30);

        self.with(CONTROL, 'q');
        assert_eq!(program.exit_code(), Some(0));
    }

    /// Goes to the finding of a take that has one.
    fn finding(&self, program: &mut Program) -> (u64, String) {
        program.wait("findings", |p| p["review"]["findings"].as_u64() > Some(0));
        self.desktop.key(u32::from('n'));
        program.wait("the finding", |p| p["selected"].is_string());
        let frame = program.last["frame"].as_u64().expect("a frame");
        let joint = program.last["selected"].as_str().expect("a joint");
        (frame, joint.to_string())
    }

    /// The same take the next day, with nothing else of what the window remembers than its size.
    pub fn come_back(&self, file: &PathBuf, mut program: Program) {
        program.wait("what was said", |p| p["review"]["notes"] == 1 && p["review"]["rating"] == 4);
        program.settle();
        let window = self.laid_out(std::slice::from_ref(file), None);
        self.desktop.point(pixel(window.view.center()));
        self.desktop.key(DOWN);
        program.wait("the note", |p| p["review"]["note"] == "slides");
        program.wait_for_frame(60);
        assert_eq!(program.last["selected"], "LeftArm");
    }
}
