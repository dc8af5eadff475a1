//! What commands do to the window's state, without a window.

use std::path::PathBuf;

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::{self, takes};
use glam::Vec2;
use rushes::app::{
    CameraCommand, Command, DisplayCommand, FigureCommand, FilesCommand, HistoryCommand,
    InterfaceCommand, PlaybackCommand, SceneBuffers, SelectionCommand, TakesCommand,
    TimelineCommand, ViewToggle,
};
use rushes::evaluate::Pose;
use rushes::files::OpenOptions;
use rushes::loader::{Options, PositionReading};
use rushes::scene::{Camera, Projection, Theme, ThemeColours, View};
use rushes::take::{FormatId, Motion, NodeId};

/// A figure that walks 4 m along X in 101 frames, with a root whose OFFSET says where it stands.
const WALK: &str = "HIERARCHY
ROOT Hips
{
OFFSET 0 90 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT Head
{
OFFSET 0 60 0
CHANNELS 0
End Site
{
OFFSET 0 20 0
}
}
JOINT LeftFoot
{
OFFSET 12 -90 0
CHANNELS 0
End Site
{
OFFSET 0 0 15
}
}
JOINT RightFoot
{
OFFSET -12 -90 0
CHANNELS 0
End Site
{
OFFSET 0 0 15
}
}
}
MOTION
Frames: 101
Frame Time: 0.02
";

/// Writes the walk into a folder; its path.
fn walk(folder: &Folder, name: &str) -> PathBuf {
    let rows = (0..101).map(|frame| format!("{} 90 0 0 0 0\n", frame * 4));
    let text = WALK.to_string() + &rows.collect::<String>();
    folder.write(name, &text).into()
}

const SIZE: Vec2 = Vec2::new(800.0, 600.0);

fn state(paths: &[PathBuf]) -> App {
    let mut state = App::new(paths, OpenOptions::default());
    state.set_view_size(SIZE);
    state.prepare();
    state
}

fn node(state: &App, name: &str) -> NodeId {
    let skeleton = &state.take().expect("a take").take.skeleton;
    skeleton.find(name).expect("a node of that name")
}

/// Where a node shows, once what was asked for is done.
fn place(state: &mut App, name: &str) -> Vec2 {
    state.prepare();
    let node = node(state, name);
    state.node_in_view(node).expect("in front of the camera")
}

#[test]
fn the_built_in_take_leaves_when_someone_brings_their_own() {
    let folder = Folder::new("greeting");
    let mut state = state(&[]);
    assert_eq!(state.take().unwrap().title(), "Built-in take");
    state.apply(FilesCommand::Open(vec![walk(&folder, "a.bvh"), walk(&folder, "b.bvh")]));
    let titles: Vec<String> = state.session.takes.iter().map(|open| open.title()).collect();
    assert_eq!(titles, ["a.bvh", "b.bvh"]);
    assert_eq!(state.take().unwrap().title(), "a.bvh");
    state.apply(FilesCommand::Open(vec![walk(&folder, "c.bvh")]));
    assert_eq!(state.session.takes.len(), 3);
    assert_eq!(state.take().unwrap().title(), "c.bvh");
}

#[test]
fn a_folder_opens_as_a_list_of_its_takes() {
    let folder = Folder::new("folder");
    walk(&folder, "b.bvh");
    walk(&folder, "a.bvh");
    folder.write("notes.txt", "nothing");
    let state = state(std::slice::from_ref(&folder.0));
    let list = state.session.folder.as_ref().expect("a list");
    assert_eq!((list.rows().len(), state.session.takes.len()), (2, 1));
    assert_eq!(state.take().unwrap().title(), "a.bvh");
    assert!(state.interface.notices.is_empty());
}

#[test]
fn what_cannot_be_opened_is_told_and_what_was_showing_stays() {
    let folder = Folder::new("broken");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    state.apply(PlaybackCommand::Seek(7));
    let broken = folder.write("broken.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET x\n}\n");
    let broken = PathBuf::from(broken);
    state.apply(FilesCommand::Open(vec![broken, folder.0.join("missing.bvh")]));
    assert_eq!(state.interface.notices.len(), 2);
    assert!(state.interface.notices[0].text.contains("broken.bvh:4:8: expected"));
    assert!(state.interface.notices[1].text.contains("there is no such file"));
    assert_eq!(state.take().unwrap().title(), "a.bvh");
    assert_eq!(state.playback().unwrap().frame(), 7);
    let first = state.interface.notices[0].id;
    state.apply(InterfaceCommand::Dismiss(first));
    state.apply(InterfaceCommand::Dismiss(first));
    assert_eq!(state.interface.notices.len(), 1);
}

#[test]
fn a_take_that_was_closed_comes_back_as_it_was() {
    let folder = Folder::new("comes-back");
    let files = ["one.bvh", "two.bvh", "three.bvh"].map(|name| walk(&folder, name));
    let mut state = state(&files);
    let head = node(&state, "Head");
    let hue = Some([1, 2, 3, 255]);
    let two = state.id(1);
    for command in [
        Command::Takes(TakesCommand::Activate(two)),
        Command::Selection(SelectionCommand::Select(Some(head))),
        Command::Figure(FigureCommand::ShowNodes(vec![head], false)),
        Command::Takes(TakesCommand::SetColour(two, hue)),
        Command::Takes(TakesCommand::Offset(two, 0.5)),
        Command::Takes(TakesCommand::SetUnit(Some(1.0))),
        Command::Takes(TakesCommand::Show(two, false)),
    ] {
        state.apply(command);
    }
    let reading = state.session.takes[1].reading;
    let titles = |state: &App| {
        let takes = state.session.takes.iter();
        takes.map(|open| open.title()).collect::<Vec<_>>()
    };
    // What is brought back is not read again: its file may be gone.
    for file in &files {
        std::fs::remove_file(file).expect("a file");
    }
    state.apply(TakesCommand::CloseActive);
    assert_eq!(titles(&state), ["one.bvh", "three.bvh"]);
    state.apply(HistoryCommand::Undo);
    assert_eq!(titles(&state), ["one.bvh", "two.bvh", "three.bvh"]);
    let open = &state.session.takes[1];
    assert_eq!((open.id, open.reading), (two, reading));
    assert_eq!(
        (state.session.takes.active_place(), open.edits.colour, open.edits.offset),
        (1, hue, 0.5)
    );
    assert_eq!((open.edits.shows, &open.edits.selected[..]), (false, &[head][..]));
    assert!(open.edits.hidden[head.index()] && open.edits.placement.metres == Some(1.0));
    state.apply(HistoryCommand::Redo);
    assert_eq!(titles(&state), ["one.bvh", "three.bvh"]);
    state.apply(HistoryCommand::Undo);

    // All of them, and the moment that showed.
    state.apply(PlaybackCommand::Seek(30));
    let number = state.number();
    for _ in 0..3 {
        state.apply(TakesCommand::Close(state.id(0)));
    }
    assert!(state.session.takes.is_empty());
    for _ in 0..3 {
        state.apply(HistoryCommand::Undo);
    }
    assert_eq!(titles(&state), ["one.bvh", "two.bvh", "three.bvh"]);
    assert_eq!(state.session.takes[1].edits.offset, 0.5);
    assert!((state.number() - number).abs() <= 25, "{} and {number}", state.number());
    assert!(state.interface.notices.is_empty());
    // What came before that can be taken back as well.
    state.apply(HistoryCommand::Undo);
    assert!(state.session.takes[1].edits.shows);
}

#[test]
fn a_dozen_takes_show_and_of_very_many_it_is_told_which_do_not() {
    let folder = Folder::new("dozen");
    let files: Vec<PathBuf> = (0..30).map(|i| walk(&folder, &format!("{i}.bvh"))).collect();
    let twelve = state(&files[..12]);
    assert_eq!(twelve.session.takes.shown().count(), 12);
    assert!(twelve.interface.notices.is_empty());
    let mut all = state(&files);
    assert_eq!(all.session.takes.shown().count(), 24);
    let reported = &all.interface.notices.last().expect("a notice").text;
    assert!(
        reported.starts_with("24 of 30 takes show") && reported.contains("“6 hidden”"),
        "{reported}"
    );
    all.apply(TakesCommand::ShowAll);
    assert_eq!(all.session.takes.shown().count(), 30);
}

#[test]
fn closing_keeps_the_view() {
    let folder = Folder::new("closing");
    let mut state =
        state(&[walk(&folder, "a.bvh"), walk(&folder, "b.bvh"), walk(&folder, "c.bvh")]);
    state.apply(TakesCommand::Activate(state.id(1)));
    state.apply(CameraCommand::Orbit(Vec2::new(0.3, 0.1)));
    let turned = state.view.camera;
    state.apply(TakesCommand::Close(state.id(0)));
    assert_eq!((state.take().unwrap().title().as_str(), state.view.camera), ("b.bvh", turned));
    state.apply(TakesCommand::Close(state.id(0)));
    assert_eq!(state.take().unwrap().title(), "c.bvh");
    assert_eq!((state.view.camera.yaw, state.view.camera.distance), (turned.yaw, turned.distance));
    let last = state.id(0);
    state.apply(TakesCommand::Close(last));
    state.apply(TakesCommand::Close(last));
    assert!(state.take().is_none());
    // Nothing of what a person can do needs a take.
    for command in [
        Command::Playback(PlaybackCommand::Toggle),
        Command::Camera(CameraCommand::FrameSelection),
        Command::Camera(CameraCommand::FrameAll),
        Command::Camera(CameraCommand::ResetView),
        Command::Camera(CameraCommand::ToggleFollow),
        Command::Files(FilesCommand::ReadPositions(PositionReading::Add)),
        Command::Playback(PlaybackCommand::Step(1)),
    ] {
        state.apply(command);
    }
    state.draw(600.0, 1.0, &mut SceneBuffers::new(ThemeColours::DARK));
    assert_eq!(state.node_at(SIZE * 0.5), None);
}

#[test]
fn reading_a_file_in_another_way_keeps_what_its_reviewer_set() {
    let folder = Folder::new("reading");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    let head = node(&state, "Head");
    for command in [
        Command::Playback(PlaybackCommand::Seek(20)),
        Command::Timeline(TimelineCommand::SetIn),
        Command::Selection(SelectionCommand::Select(Some(head))),
        Command::Figure(FigureCommand::ShowNodes(vec![head], false)),
        Command::Figure(FigureCommand::Colour { parts: vec![0], colour: [1, 2, 3, 255] }),
        Command::Files(FilesCommand::ReadPositions(PositionReading::Add)),
    ] {
        state.apply(command);
    }
    let open = state.take().unwrap();
    let pose = Pose::of(&open.take.skeleton, open.take.row(20));
    assert_eq!(pose.position(head).y, 240.0, "OFFSET is added now");
    assert_eq!(state.session.playback.frame(), 20);
    assert_eq!(state.session.playback.range_in(), Some(20));
    assert_eq!(open.primary(), Some(head));
    assert!(open.edits.hidden[head.index()]);
    assert_eq!(open.colours(Theme::Dark, &[])[0], [1, 2, 3, 255]);
}

#[test]
fn files_that_come_later_are_read_as_the_command_line_says() {
    let folder = Folder::new("options");
    let options = Options { bvh_positions: PositionReading::Add, ..Options::default() };
    let open_options = OpenOptions { options, ..OpenOptions::default() };
    let mut state = App::new(&[], open_options);
    state.apply(FilesCommand::Open(vec![walk(&folder, "a.bvh")]));
    assert_eq!(state.take().unwrap().edits.open_options.reading.options, options);
}

#[test]
fn a_take_opens_with_all_of_its_figure_in_view() {
    let mut takes = vec![None];
    if let Some(corpus) = support::corpus() {
        takes.extend(support::files(&corpus.join("bvh"), &["bvh"]).into_iter().map(Some));
    }
    for path in takes {
        let mut state = state(&path.clone().into_iter().collect::<Vec<_>>());
        state.prepare();
        let open = state.take().unwrap();
        let inside = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(SIZE).all();
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for (id, joint) in open.take.skeleton.iter() {
            let at = state.node_in_view(id).expect("in front of the camera");
            assert!(inside(at), "{path:?}: {} is at {at}", joint.name);
            (low, high) = (low.min(at), high.max(at));
        }
        let size = (high - low).max_element();
        assert!(size > 0.2 * SIZE.y, "{path:?}: the figure has {size} points");
    }
}

#[test]
fn a_followed_figure_stays_where_it_is_in_the_view() {
    let folder = Folder::new("follow");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    // A path this long does not fit: the take opens followed.
    assert!(state.view.follows());
    let first = place(&mut state, "Hips");
    state.apply(PlaybackCommand::Seek(100));
    assert!(place(&mut state, "Hips").distance(first) < 0.5);

    // Letting go changes nothing on this frame, and everything on others.
    state.apply(CameraCommand::ToggleFollow);
    assert!(place(&mut state, "Hips").distance(first) < 0.5);
    state.apply(PlaybackCommand::Seek(60));
    assert!(place(&mut state, "Hips").distance(first) > 100.0);
}

#[test]
fn framing_brings_what_is_meant_into_the_middle() {
    let folder = Folder::new("framing");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    state.apply(CameraCommand::ToggleFollow);
    state.apply(PlaybackCommand::Seek(90));
    state.apply(CameraCommand::FrameSelection);
    let middle = |at: Vec2| (at - SIZE * 0.5).abs().max_element();
    assert!(middle(place(&mut state, "Hips")) < 100.0, "the figure on this frame");

    let foot = node(&state, "LeftFoot");
    let before = state.view.camera.distance;
    state.apply(SelectionCommand::Select(Some(foot)));
    state.apply(CameraCommand::FrameSelection);
    assert_eq!(state.take().unwrap().primary(), Some(foot));
    assert!(state.view.camera.distance < before);
    assert!(middle(place(&mut state, "LeftFoot")) < 100.0);

    state.apply(CameraCommand::FrameAll);
    for frame in [0, 100] {
        state.apply(PlaybackCommand::Seek(frame));
        let at = place(&mut state, "Head");
        assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(SIZE).all(), "{at}");
    }
    state.apply(CameraCommand::ResetView);
    state.apply(PlaybackCommand::Seek(0));
    let (home, _) = Camera::home(&state.take().unwrap().stage, SIZE.x / SIZE.y);
    assert_eq!(state.view.camera, home);
}

#[test]
fn views_look_along_the_axes_and_without_perspective() {
    let mut state = state(&[]);
    for (view, yaw, pitch) in [
        (View::Front, 0.0, 0.0),
        (View::Right, 90.0, 0.0),
        (View::Top, 0.0, 90.0),
        (View::Bottom, 0.0, -90.0f32),
    ] {
        state.apply(CameraCommand::Look(view));
        let angles = [state.view.camera.yaw, state.view.camera.pitch].map(f32::to_degrees);
        assert!((angles[0] - yaw).abs() + (angles[1] - pitch).abs() < 1e-3);
    }
    state.apply(CameraCommand::ToggleProjection);
    assert_eq!(state.view.camera.projection, Projection::Orthographic);
    state.apply(CameraCommand::ToggleProjection);
    assert_eq!(state.view.camera.projection, Projection::Perspective);
}

#[test]
fn a_click_means_the_bone_under_it_and_hidden_bones_are_not_there() {
    let folder = Folder::new("click");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    let head = place(&mut state, "Head");
    let hips = place(&mut state, "Hips");
    let between = head.lerp(hips, 0.4);
    let hips = node(&state, "Hips");
    assert_eq!(state.node_at(between), Some((state.id(0), hips)));
    assert_eq!(state.node_at(between + Vec2::new(60.0, 0.0)), None);
    state.apply(FigureCommand::ShowNodes(vec![hips], false));
    assert_eq!(state.node_at(between), None);
}

#[test]
fn picked_colours_hold_in_both_themes_and_can_be_given_back() {
    let mut state = state(&[]);
    let open = state.take().unwrap();
    let by_side = Theme::ALL.map(|theme| open.colours(theme, &[])[0]);
    assert_ne!(by_side[0], by_side[1]);
    let colour = [9, 8, 7, 255];
    let bones = vec![0];
    state.apply(FigureCommand::Colour { parts: bones, colour });
    let shown = |state: &App| Theme::ALL.map(|theme| state.take().unwrap().colours(theme, &[])[0]);
    assert_eq!(shown(&state), [colour, colour]);
    state.apply(FigureCommand::ResetColours);
    assert_eq!(shown(&state), by_side);
}

#[test]
fn time_changes_the_picture_only_when_another_frame_shows() {
    let folder = Folder::new("time");
    let mut state = state(&[walk(&folder, "a.bvh")]);
    assert!(!state.tick(1.0), "paused");
    state.apply(PlaybackCommand::Toggle);
    assert!(!state.tick(0.005), "still the same frame");
    assert!(state.tick(0.02));
    state.apply(DisplayCommand::Set(ViewToggle::Blend, true));
    assert!(state.tick(0.001), "a blend changes with every moment");
}

#[test]
fn a_camera_that_follows_markers_waits_while_none_of_them_is_seen() {
    let mut take = takes::markers();
    let still = take.motion.row(0).to_vec();
    let along = |x: f32| {
        let values = still.iter().enumerate();
        values.map(move |(i, value)| value + if i % 3 == 0 { x } else { 0.0 })
    };
    let gone = std::iter::repeat_n(f32::NAN, still.len());
    let rows = along(0.0).chain(along(2.0)).chain(gone).chain(along(4.0));
    take.motion = Motion::new(0.1, 4, still.len(), rows.collect());
    let mut state = App::of(take);
    state.prepare();
    if !state.view.follows() {
        state.apply(CameraCommand::ToggleFollow);
    }
    state.prepare();
    let began = state.view.shown.target;
    let mut went = Vec::new();
    for frame in [1, 2, 3] {
        state.apply(PlaybackCommand::Seek(frame));
        state.prepare();
        went.push((state.view.shown.target - began).x);
    }
    let expected = [2.0, 2.0, 4.0];
    let close = |(a, b): (&f32, f32)| (a - b).abs() < 1e-4;
    assert!(went.iter().zip(expected).all(close), "{went:?}");
    // What is framed is what is there, and nothing where nothing is.
    state.apply(PlaybackCommand::Seek(2));
    let before = state.view.camera;
    state.apply(CameraCommand::FrameSelection);
    assert!(state.view.camera.target.is_finite() && state.view.camera.distance == before.distance);
}

const ASF: &str = include_str!("../good/amc/beside/leg.asf");
const AMC: &str = include_str!("../good/amc/leg_own_axes.amc");

#[test]
fn a_motion_without_its_skeleton_waits_for_it() {
    let folder = Folder::new("waiting");
    let skeletons = Folder::new("waiting-skeletons");
    let motion = PathBuf::from(folder.write("kick.amc", AMC));
    let mut state = state(&[walk(&folder, "a.bvh")]);
    state.apply(FilesCommand::Open(vec![motion.clone()]));
    assert_eq!(state.session.takes.len(), 1);
    assert_eq!(state.interface.notices.len(), 1);
    assert!(state.interface.notices[0].text.contains("cannot be read without its skeleton"));
    // What does not help leaves it waiting, and is not answered with the same notice again.
    state.apply(FilesCommand::Open(vec![walk(&folder, "b.bvh")]));
    assert_eq!((state.session.takes.len(), state.interface.notices.len()), (2, 1));
    let skeleton = PathBuf::from(skeletons.write("leg.asf", ASF));
    state.apply(FilesCommand::Open(vec![skeleton]));
    assert!(state.interface.notices.is_empty(), "{:?}", state.interface.notices[0].text);
    assert_eq!(state.session.takes.len(), 3);
    let open = state.take().expect("a take");
    assert_eq!((open.title().as_str(), open.take.format), ("kick.amc", FormatId::Amc));
    assert_eq!(open.take.motion.frame_count(), 2);
}

#[test]
fn a_skeleton_alone_stands_in_its_rest_pose() {
    let folder = Folder::new("skeleton");
    let skeleton = PathBuf::from(folder.write("leg.asf", ASF));
    let mut state = state(&[skeleton]);
    assert_eq!(state.take().expect("a take").take.format, FormatId::Asf);
    assert!(state.interface.notices.is_empty());
    state.apply(PlaybackCommand::Toggle);
    state.prepare();
    assert_eq!(state.playback().expect("a playhead").frame(), 0);
}

#[test]
fn an_internal_error_in_a_panel_ends_no_other_take() {
    use rushes::app::lay_out;
    let folder = Folder::new("internal-error-panel");
    let mut state = state(&[walk(&folder, "a.bvh"), walk(&folder, "b.bvh")]);
    let lay_out = |state: &mut rushes::app::State| {
        let ctx = egui::Context::default();
        rushes::app::set_fonts(&ctx);
        let laid_out = rushes::files::guarded(|| {
            lay_out(&ctx, egui::RawInput::default(), state).output.textures_delta.clear();
        });
        laid_out.err()
    };
    assert_eq!(lay_out(&mut state), None);
    // What is listed no longer fits the skeleton.
    let open = state.session.takes.active_mut().expect("a take");
    open.edits.hidden.clear();
    let id = open.id;
    let what = lay_out(&mut state).expect("it fails");
    state.close_failed(id, what);
    assert_eq!(state.session.takes.len(), 1);
    assert_eq!(lay_out(&mut state), None);
    assert!(state.interface.notices[0].text.contains("internal error (please report it)"));
}

#[test]
fn an_internal_error_in_one_take_ends_no_other() {
    let folder = Folder::new("internal-error");
    let mut state = state(&[walk(&folder, "a.bvh"), walk(&folder, "b.bvh")]);
    state.prepare();
    let mut sheet = SceneBuffers::new(ThemeColours::DARK);
    state.draw(720.0, 1.0, &mut sheet);
    assert!(sheet.failed.is_none());
    // What is drawn no longer fits the skeleton.
    let open = state.session.takes.active_mut().expect("a take");
    open.edits.hidden.clear();
    let id = open.id;
    state.draw(720.0, 1.0, &mut sheet);
    let (failed, what) = sheet.failed.take().expect("a take that failed");
    assert_eq!(failed, id);
    state.close_failed(failed, what);
    assert_eq!(state.session.takes.len(), 1);
    let reported = &state.interface.notices[0].text;
    assert!(reported.contains("bvh: internal error (please report it)"), "{reported}");
    state.prepare();
    state.draw(720.0, 1.0, &mut sheet);
    assert!(sheet.failed.is_none() && !sheet.list.strokes.is_empty());
}
