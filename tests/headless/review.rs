//! Reviewing without a window: takes beside each other, changes taken back, colours found again, files
//! leafed through and read again.

use std::path::{Path, PathBuf};

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::large;
use crate::support::wait::wait_until;
use glam::Vec2;
use rushes::app::{
    CameraCommand, Command, FigureCommand, FilesCommand, HistoryCommand, PlaybackCommand,
    TakesCommand, TimelineCommand,
};
use rushes::files::OpenOptions;
use rushes::scene::{Camera, Scheme};
use rushes::store::Store;

const RED: [u8; 4] = [0xd0, 0x20, 0x20, 0xff];

/// A take of two bones whose root walks along X, with so many frames.
fn text(frames: usize, frame_time: f64) -> String {
    let rows: String = (0..frames).map(|frame| format!("{frame} 90 0 0\n")).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 90 0\nCHANNELS 4 Xposition Yposition Zposition Yrotation\n\
         JOINT LeftLeg\n{{\nOFFSET 10 0 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 -90 5\n}}\n}}\n}}\n\
         MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n{rows}"
    )
}

fn state(paths: &[&str]) -> App {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let mut state = App::new(&paths, OpenOptions::default());
    state.set_view_size(Vec2::new(800.0, 600.0));
    state.prepare();
    state
}

fn title(state: &App) -> String {
    state.take().expect("a take").title()
}

fn picked(state: &App) -> usize {
    let open = state.take().expect("a take");
    open.edits.picked.iter().flatten().count()
}

fn colour(parts: &[usize]) -> Command {
    Command::Figure(FigureCommand::Colour { parts: parts.to_vec(), colour: RED })
}

#[test]
fn takes_share_a_timeline_that_counts_as_the_active_one_does() {
    let folder = Folder::new("timeline");
    let slow = folder.write("slow.bvh", &text(11, 0.1));
    let fast = folder.write("fast.bvh", &text(51, 0.01));
    let mut state = state(&[&slow, &fast]);
    assert_eq!(title(&state), "slow.bvh");
    assert_eq!((state.session.timeline.count, state.session.timeline.before), (11, 0));
    state.apply(PlaybackCommand::Seek(3));
    assert_eq!(state.frame_of(&state.session.takes[1]), 30);
    state.apply(PlaybackCommand::Seek(9));
    assert_eq!(state.frame_of(&state.session.takes[1]), 50, "it holds its last frame");

    // The other take begins 0.2 s earlier: two frames of the active one, which stays at its moment.
    state.apply(TakesCommand::Offset(state.id(1), -0.2));
    assert_eq!((state.session.timeline.count, state.session.timeline.before), (13, 2));
    assert_eq!((state.number(), state.session.playback.frame()), (9, 11));
    state.apply(PlaybackCommand::Seek(0));
    assert_eq!(state.number(), -2);
    assert_eq!(state.frame_of(&state.session.takes[0]), 0);

    // The moment stays where another take counts.
    state.apply(PlaybackCommand::Seek(4));
    state.apply(TakesCommand::Activate(state.id(1)));
    assert_eq!(state.number(), 40, "0.2 s of one are 0.4 s of the other");
    state.apply(TakesCommand::Show(state.id(0), false));
    assert_eq!(state.session.timeline.count, 51);
}

#[test]
fn changes_are_taken_back_one_by_one_and_made_again() {
    let folder = Folder::new("undo");
    let file = folder.write("a.bvh", &text(11, 0.1));
    let mut state = state(&[&file]);
    let hips = state.session.takes[0].take.skeleton.find("Hips").expect("a node");
    state.apply(colour(&[0]));
    state.apply(FigureCommand::ShowNodes(vec![hips], false));
    state.apply(TimelineCommand::SetRange([2, 5]));
    state.apply(TakesCommand::Offset(state.id(0), 0.5));
    state.apply(FigureCommand::SetScheme(Scheme::Depth));
    let hidden = |state: &App| state.session.takes[0].edits.hidden[hips.index()];
    for _ in 0..2 {
        state.apply(HistoryCommand::Undo);
        assert_eq!(state.session.takes[0].edits.scheme, Scheme::Side);
        state.apply(HistoryCommand::Undo);
        assert_eq!(state.session.takes[0].edits.offset, 0.0);
        assert_eq!(state.session.playback.range(), 2..=5);
        state.apply(HistoryCommand::Undo);
        assert_eq!(state.session.playback.range(), 0..=10);
        assert!(hidden(&state));
        state.apply(HistoryCommand::Undo);
        assert!(!hidden(&state) && picked(&state) == 1);
        state.apply(HistoryCommand::Undo);
        assert_eq!(picked(&state), 0);
        state.apply(HistoryCommand::Undo);
        for _ in 0..6 {
            state.apply(HistoryCommand::Redo);
        }
        assert!(hidden(&state) && picked(&state) == 1);
        assert_eq!(state.session.takes[0].edits.scheme, Scheme::Depth);
        assert_eq!(state.session.takes[0].edits.offset, 0.5);
    }
    state.apply(HistoryCommand::Undo);
    state.apply(colour(&[1]));
    assert!(!state.history.can_redo(), "another change is another way on");
}

#[test]
fn a_gesture_is_one_change() {
    let mut state = App::new(&[], OpenOptions::default());
    state.history.set_pointer_is_down(true);
    for part in 0..3 {
        state.apply(colour(&[part]));
    }
    state.history.set_pointer_is_down(false);
    state.apply(colour(&[3]));
    assert_eq!(picked(&state), 4);
    state.apply(HistoryCommand::Undo);
    assert_eq!(picked(&state), 3);
    state.apply(HistoryCommand::Undo);
    assert_eq!(picked(&state), 0);
}

#[test]
fn colours_are_found_again_on_every_take_of_the_skeleton() {
    let folder = Folder::new("colours");
    let first = folder.write("first.bvh", &text(11, 0.1));
    let second = folder.write("second.bvh", &text(33, 0.01));
    let store = || Store::in_folder(folder.0.join("config"));
    let mut state = state(&[&first]);
    state.remember_in(store());
    state.apply(colour(&[1]));
    state.apply(FigureCommand::SetScheme(Scheme::Limb));
    state.apply(FigureCommand::SaveColourSet("mine".into()));
    state.remember_colours();

    let mut later = App::default();
    later.remember_in(store());
    later.begin(&[second.into()]);
    let open = later.take().expect("a take");
    assert_eq!(open.edits.picked, [None, Some(RED)]);
    assert_eq!(open.edits.scheme, Scheme::Limb);
    assert!(later.session.colour_sets.keys().eq(["mine"]));
    later.apply(FigureCommand::ResetColours);
    later.apply(FigureCommand::SetScheme(Scheme::Side));
    later.remember_colours();
    later.apply(FigureCommand::UseColourSet("mine".into()));
    assert_eq!(picked(&later), 1);
    later.apply(HistoryCommand::Undo);
    assert_eq!(picked(&later), 0);
    assert_eq!(later.interface.recent.len(), 1);
    assert!(later.interface.notices.is_empty());
}

#[test]
fn the_folder_is_leafed_through_from_the_same_side_with_the_same_lens() {
    let folder = Folder::new("leaf");
    for name in ["take2.bvh", "take10.bvh"] {
        folder.write(name, &text(11, 0.1));
    }
    folder.write("take3.bvh", "HIERARCHY\nROOT\n");
    let mut state = state(&[&folder.path("take2.bvh")]);
    state.apply(CameraCommand::Orbit(Vec2::new(0.1, 0.0)));
    state.apply(PlaybackCommand::PlayAt(Some(24.0)));
    let camera = state.view.camera;
    let next = |step| Command::Files(FilesCommand::NextInFolder { step, add: false });
    state.apply(next(1));
    assert_eq!(title(&state), "take2.bvh", "the broken one is told");
    assert_eq!(state.interface.notices.len(), 1);
    state.apply(next(1));
    assert_eq!((title(&state).as_str(), state.session.takes.len()), ("take10.bvh", 1));
    let kept = |camera: Camera| (camera.yaw, camera.pitch, camera.lens(), camera.projection);
    assert_eq!(kept(state.view.camera), kept(camera));
    assert_eq!(state.session.playback.chosen_fps(), Some(24.0), "it was chosen for all");
    state.apply(next(1));
    assert!(state.interface.notices[1].text.contains("last take"));
    state.apply(FilesCommand::NextInFolder { step: -1, add: true });
    state.apply(FilesCommand::NextInFolder { step: -1, add: true });
    assert_eq!(state.session.takes.len(), 2);
}

#[test]
fn a_take_that_is_added_leaves_camera_moment_and_playing_as_they_are() {
    let folder = Folder::new("added");
    let first = folder.write("take1.bvh", &text(101, 0.1));
    let second = folder.write("take2.bvh", &text(101, 0.1));
    let mut state = state(&[&first]);
    state.apply(CameraCommand::Orbit(Vec2::new(0.2, 0.1)));
    state.apply(PlaybackCommand::Seek(40));
    let camera = state.view.camera;
    state.apply(FilesCommand::NextInFolder { step: 1, add: true });
    assert_eq!((title(&state).as_str(), state.number()), ("take2.bvh", 40));
    assert_eq!((state.view.camera.yaw, state.view.camera.distance), (camera.yaw, camera.distance));
    state.apply(TakesCommand::CloseActive);
    state.apply(PlaybackCommand::Toggle);
    state.apply(FilesCommand::Open(vec![second.into()]));
    assert!(state.session.playback.is_playing());
    assert_eq!((state.session.takes.len(), state.number()), (2, 40));
}

#[test]
fn what_is_undone_never_hides_what_is_open() {
    let folder = Folder::new("solo");
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| folder.write(name, &text(11, 0.1)));
    let mut state = state(&[&files[0], &files[1]]);
    state.apply(TakesCommand::Solo(state.id(1)));
    state.apply(TakesCommand::Solo(state.id(1)));
    state.apply(TakesCommand::Close(state.id(1)));
    state.apply(TakesCommand::Close(state.id(0)));
    state.apply(HistoryCommand::Undo);
    state.apply(FilesCommand::Open(vec![PathBuf::from(&files[2])]));
    assert!(state.session.takes.is_shown(&state.session.takes[0]));
}

#[test]
fn there_is_one_notice_about_a_file_until_it_can_be_opened() {
    let folder = Folder::new("mended");
    let file = folder.write("a.bvh", &text(11, 0.1));
    let mut state = state(&[&file]);
    folder.write("a.bvh", "garbage");
    state.apply(FilesCommand::Reload);
    state.apply(FilesCommand::Reload);
    assert_eq!(state.interface.notices.len(), 1);
    folder.write("a.bvh", &text(21, 0.1));
    state.apply(FilesCommand::Reload);
    assert_eq!((state.interface.notices.len(), state.session.timeline.count), (0, 21));
}

/// Lets arrivals in until something holds.
#[track_caller]
fn wait(state: &mut App, holds: impl Fn(&App) -> bool) {
    wait_until("arrivals", || {
        state.poll();
        holds(state)
    });
}

#[test]
fn files_arrive_one_by_one_in_their_order_while_the_window_answers() {
    let folder = Folder::new("arrive");
    let names = ["a.bvh", "b.bvh", "c.bvh"];
    let mut files: Vec<PathBuf> =
        names.map(|name| PathBuf::from(folder.write(name, &text(11, 0.1)))).to_vec();
    files.insert(1, folder.write("broken.bvh", "HIERARCHY\nROOT\n").into());
    let mut state = App::default();
    state.load_off_thread();
    state.begin(&files);
    assert!(state.session.is_loading() && state.session.takes.is_empty());
    wait(&mut state, |state| !state.session.is_loading());
    let titles: Vec<String> = state.session.takes.iter().map(|open| open.title()).collect();
    assert_eq!(titles, names);
    assert_eq!(title(&state), "a.bvh");
    assert_eq!(state.interface.notices.len(), 1);
}

/// Frames of a file that takes long enough to load for its first ones to show before.
const MANY: usize = 60_000;

/// Opens files on threads.
fn begun(files: &[&str]) -> App {
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let mut state = App::default();
    state.load_off_thread();
    state.begin(&files);
    state
}

fn has_begun(state: &App) -> bool {
    state.session.takes.iter().any(|open| open.partial.is_some())
}

#[test]
fn the_first_frames_of_a_large_file_are_reviewed_while_the_rest_comes() {
    let folder = Folder::new("preview");
    let large = folder.write("large.bvh", &large::bvh(MANY));
    let mut state = begun(&[&large]);
    wait(&mut state, has_begun);
    // The timeline is as long as it will be, and filled as far as there is something to play.
    let first = state.session.timeline.loaded;
    assert!((100..MANY / 10).contains(&first), "{first} frames");
    assert_eq!(state.session.timeline.count, MANY);
    let share = state.session.share_read(&state.session.takes[0]).expect("a share");
    assert!((0.0..=1.0).contains(&share), "{share}");
    state.apply(PlaybackCommand::Seek(MANY - 1));
    assert_eq!(state.number(), first as i64 - 1);
    state.apply(PlaybackCommand::Seek(90));
    state.apply(colour(&[1]));
    wait(&mut state, |state| !state.session.is_loading());
    assert_eq!((state.session.timeline.loaded, state.number()), (MANY, 90));
    assert_eq!(state.session.timeline.count, MANY);
    assert_eq!(state.session.share_read(&state.session.takes[0]), None);
    state.apply(PlaybackCommand::Seek(MANY - 1));
    assert_eq!(state.number(), MANY as i64 - 1);
    assert_eq!((state.session.takes.len(), picked(&state)), (1, 1));
    assert!(!has_begun(&state));
}

#[test]
fn first_frames_stand_in_the_place_of_their_file() {
    let folder = Folder::new("preview-place");
    let large = folder.write("large.bvh", &large::bvh(MANY));
    let other = folder.write("other.bvh", &large::bvh(MANY));
    let small = folder.write("small.bvh", &text(11, 0.1));
    for (files, names) in [
        ([&small, &large], ["small.bvh", "large.bvh"]),
        // Two are read at a time, and either may be the first to show something.
        ([&large, &other], ["large.bvh", "other.bvh"]),
    ] {
        let mut state = begun(&files.map(String::as_str));
        wait(&mut state, |state| has_begun(state) && state.session.takes.len() == 2);
        let titles = |state: &App| -> Vec<String> {
            state.session.takes.iter().map(|open| open.title()).collect()
        };
        assert_eq!(titles(&state), names);
        wait(&mut state, |state| !state.session.is_loading());
        assert_eq!(titles(&state), names);
    }
}

#[test]
fn what_is_cancelled_keeps_the_frames_that_are_there() {
    let folder = Folder::new("preview-cancel");
    let large = folder.write("large.bvh", &large::bvh(MANY));
    let mut state = begun(&[&large]);
    wait(&mut state, has_begun);
    let first = state.session.timeline.loaded;
    assert_eq!(state.session.timeline.count, MANY);
    state.apply(FilesCommand::CancelLoading);
    wait(&mut state, |state| !state.session.is_loading());
    assert_eq!((state.session.takes.len(), state.session.timeline.count), (1, first));
    assert!(!has_begun(&state));
    assert!(state.interface.notices.iter().any(|notice| notice.text.contains("large.bvh")));
}

#[test]
fn a_file_that_another_program_wrote_is_read_again_with_the_frame_kept() {
    let folder = Folder::new("again");
    let file = folder.write("a.bvh", &text(11, 0.1));
    let mut state = state(&[&file]);
    state.apply(PlaybackCommand::Seek(7));
    state.apply(colour(&[0]));
    folder.write("a.bvh", &text(21, 0.1));
    state.reload_changed(&[PathBuf::from("other.bvh")]);
    assert_eq!(state.session.timeline.count, 11);
    state.reload_changed(&[Path::new(&file).to_path_buf()]);
    assert_eq!((state.session.timeline.count, state.number()), (21, 7));
    assert_eq!(picked(&state), 1);
}

#[test]
fn the_command_that_converts_a_take_reads_it_as_it_was_read_here() {
    let folder = Folder::new("Ann's");
    let file = folder.write("walk.bvh", &text(11, 0.1));
    let copied = |state: &App| match state.effects.last() {
        Some(rushes::app::Effect::Copy(line)) => line.clone(),
        other => panic!("{other:?}"),
    };
    let mut state = state(&[&file]);
    state.apply(FilesCommand::CopyConvert);
    let quoted = |path: &str| format!("'{}'", path.replace('\'', r"'\''"));
    let line = format!("rushes convert {} {}", quoted(&file), quoted(&folder.path("walk.htr")));
    assert_eq!(copied(&state), line);
    state.apply(FilesCommand::ReadPositions(rushes::loader::PositionReading::Add));
    state.apply(FilesCommand::CopyConvert);
    assert_eq!(copied(&state), format!("{line} --bvh-positions add"));
}
