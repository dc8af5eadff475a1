//! The camera without a window: what it follows, and when it does not turn.

use std::path::PathBuf;

use crate::support::app::App;
use crate::support::folder::Folder;
use glam::Vec2;
use rushes::app::{
    CameraCommand, DisplayCommand, FilesCommand, PlaybackCommand, SceneBuffers, TakesCommand,
    ViewToggle,
};
use rushes::files::OpenOptions;
use rushes::scene::{ThemeColours, View};
use rushes::store::Store;

const SIZE: Vec2 = Vec2::new(800.0, 600.0);

/// A figure whose hips are at a place on each frame, and which is turned by so many degrees.
fn figure(turned: f32, places: &[[f32; 3]]) -> String {
    let rows: String = places.iter().map(|[x, y, z]| format!("{x} {y} {z} {turned}\n")).collect();
    let leg = |name: &str, x: f32| {
        format!(
            "JOINT {name}\n{{\nOFFSET {x} -90 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 0 15\n}}\n}}\n"
        )
    };
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\n\
         CHANNELS 4 Xposition Yposition Zposition Yrotation\n{}{}\
         JOINT Head\n{{\nOFFSET 0 60 0\nCHANNELS 0\nEnd Site\n{{\nOFFSET 0 20 0\n}}\n}}\n}}\n\
         MOTION\nFrames: {}\nFrame Time: 0.02\n{rows}",
        leg("LeftFoot", 12.0),
        leg("RightFoot", -12.0),
        places.len(),
    )
}

fn state(folder: &Folder, figures: &[String]) -> App {
    let write = |(i, text): (usize, &String)| folder.write(&format!("{i}.bvh"), text);
    let paths: Vec<PathBuf> = figures.iter().enumerate().map(write).map(PathBuf::from).collect();
    let mut state = App::new(&paths, OpenOptions::default());
    state.set_view_size(SIZE);
    state.prepare();
    state
}

/// Where the hips of the active take show.
fn hips(state: &mut App) -> Vec2 {
    state.prepare();
    let hips = state.take().expect("a take").take.skeleton.find("Hips");
    let at = state.node_in_view(hips.expect("hips"));
    at.expect("in front of the camera")
}

#[test]
fn following_keeps_height_but_does_not_bob_with_each_step() {
    let folder = Folder::new("box");
    let places = [[0.0, 90.0, 0.0], [20.0, 95.0, 0.0], [40.0, 290.0, 0.0]];
    let mut state = state(&folder, &[figure(0.0, &places)]);
    if !state.view.follows() {
        state.apply(CameraCommand::ToggleFollow);
    }
    state.prepare();
    let began = state.view.shown.target;
    let target = |state: &mut App, frame| {
        state.apply(PlaybackCommand::Seek(frame));
        state.prepare();
        state.view.shown.target - began
    };
    let step = target(&mut state, 1);
    assert!((step.x - 0.2).abs() < 1e-4 && step.y.abs() < 1e-6, "{step}");
    let on_the_box = target(&mut state, 2);
    assert!(on_the_box.y > 1.8 && on_the_box.y < 2.0, "{on_the_box}");
    let at = hips(&mut state);
    assert!((at - SIZE * 0.5).abs().max_element() < 200.0, "{at}");
}

#[test]
fn a_hidden_take_is_never_followed() {
    let folder = Folder::new("hidden");
    let still = [[0.0, 90.0, 100.0]; 3];
    let walks = [[0.0, 90.0, 0.0], [100.0, 90.0, 0.0], [200.0, 90.0, 0.0]];
    let mut state = state(&folder, &[figure(0.0, &walks), figure(0.0, &still)]);
    assert_eq!(state.session.takes.active_place(), 0);
    if !state.view.follows() {
        state.apply(CameraCommand::ToggleFollow);
    }
    state.apply(PlaybackCommand::Seek(1));
    state.prepare();
    let before = state.view.shown.target;
    // What was followed is hidden: the camera stays where it is, and does not go on with it.
    state.apply(TakesCommand::Show(state.id(0), false));
    state.prepare();
    assert!(state.view.shown.target.distance(before) < 1e-5);
    state.apply(PlaybackCommand::Seek(2));
    state.prepare();
    assert!(state.view.shown.target.distance(before) < 1e-5);
    // It goes on from here once the take shows again.
    state.apply(TakesCommand::Show(state.id(0), true));
    state.prepare();
    assert!(state.view.shown.target.distance(before) < 1e-5);
    state.apply(PlaybackCommand::Seek(1));
    state.prepare();
    assert!((before.x - state.view.shown.target.x - 1.0).abs() < 1e-4);
}

#[test]
fn the_camera_does_not_turn_when_a_take_is_added_or_chosen() {
    let folder = Folder::new("turned");
    let there = |x: f32| [[x, 90.0, 0.0]; 2];
    let mut state = state(&folder, &[figure(0.0, &there(0.0))]);
    let way = |state: &App| (state.view.shown.yaw, state.view.shown.pitch);
    let before = way(&state);
    let turned = folder.write("turned.bvh", &figure(180.0, &there(150.0)));
    state.apply(FilesCommand::Open(vec![turned.into()]));
    state.prepare();
    assert_eq!(state.session.takes.active_place(), 1);
    assert_eq!(way(&state), before, "added");
    let at = hips(&mut state);
    assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(SIZE).all(), "{at}");
    for take in [0, 1] {
        state.apply(TakesCommand::Activate(state.id(take)));
        state.prepare();
        assert_eq!(way(&state), before, "chosen");
    }
    // The window's new size brings all of it into view, from the same side.
    state.set_view_size(SIZE * 0.5);
    state.prepare();
    assert_eq!(way(&state), before);
    // Who asks for it sees the take that is active from its front.
    state.apply(CameraCommand::ResetView);
    state.prepare();
    let turn = (state.view.shown.yaw - before.0).rem_euclid(std::f32::consts::TAU);
    assert!((turn - std::f32::consts::PI).abs() < 1e-3, "{turn}");
}

#[test]
fn a_view_that_is_saved_is_found_again_and_goes_with_the_figure_that_was_followed() {
    let folder = Folder::new("saved");
    let walks = [[0.0, 90.0, 0.0], [100.0, 90.0, 0.0], [200.0, 90.0, 0.0]];
    let mut state = state(&folder, &[figure(0.0, &walks)]);
    if state.view.follows() {
        state.apply(CameraCommand::ToggleFollow);
    }
    state.apply(CameraCommand::ToggleProjection);
    state.apply(CameraCommand::Lens(85.0));
    state.apply(CameraCommand::Orbit(Vec2::new(0.3, 0.1)));
    state.prepare();
    let fixed = state.view.shown;
    state.apply(CameraCommand::SaveView(1));
    state.apply(CameraCommand::ToggleFollow);
    let at = hips(&mut state);
    state.apply(CameraCommand::SaveView(2));

    state.apply(CameraCommand::ResetView);
    state.apply(PlaybackCommand::Seek(2));
    state.apply(CameraCommand::ShowView(1));
    state.prepare();
    assert_eq!(state.view.shown, fixed);
    assert!(!state.view.follows());
    state.apply(CameraCommand::ShowView(2));
    assert!(state.view.follows());
    assert!(hips(&mut state).distance(at) < 0.1, "two metres on");

    let before = state.view.shown;
    state.apply(CameraCommand::ShowView(3));
    state.prepare();
    assert_eq!(state.view.shown, before, "nothing is saved there");
    let reported = &state.interface.notices.last().expect("a word about it").text;
    assert!(reported.contains("view 3"), "{reported}");
}

#[test]
fn saved_views_are_there_the_next_time() {
    let folder = Folder::new("kept");
    let store = || Store::in_folder(folder.path("store"));
    let mut state = App::new(&[], OpenOptions::default());
    let window = state.remember_in(store());
    state.apply(CameraCommand::Orbit(Vec2::new(0.2, 0.0)));
    state.apply(CameraCommand::Lens(50.0));
    state.apply(CameraCommand::SaveView(2));
    let saved = state.view.shown;
    let reported = store().remember(&Default::default(), &state.remembered(window));
    assert!(reported.is_empty(), "{reported:?}");

    let mut later = App::new(&[], OpenOptions::default());
    later.remember_in(store());
    later.apply(CameraCommand::ShowView(2));
    later.prepare();
    let close = |a: f32, b: f32| (a - b).abs() < 1e-3;
    assert!(close(later.view.shown.yaw, saved.yaw) && close(later.view.shown.lens(), 50.0));
    assert!(later.view.shown.target.distance(saved.target) < 1e-3);
}

#[test]
fn grid_and_floor_can_be_switched_and_from_the_side_shadows_lie_on_the_floors_line() {
    let mut state = App::new(&[], OpenOptions::default());
    state.set_view_size(SIZE);
    let mut sheet = SceneBuffers::new(ThemeColours::DARK);
    let mut drawn = |state: &mut App| {
        state.prepare();
        state.draw(SIZE.y, 1.0, &mut sheet);
        let [under, ..] = sheet.list.layers();
        let soft = |s: &&rushes::scene::Stroke| s.from[1] == 0.0 && s.to[1] == 0.0;
        let under = sheet.list.strokes[under].iter().filter(soft);
        let width = under.clone().map(|s| s.width + s.softness);
        (sheet.list.grid.is_some(), under.count(), width.fold(0.0, f32::max))
    };
    let (grid, shadows, width) = drawn(&mut state);
    assert!(grid && shadows > 10 && width > 8.0, "{shadows} {width}");
    state.apply(CameraCommand::Look(View::Right));
    state.apply(CameraCommand::ToggleProjection);
    let (_, shadows, width) = drawn(&mut state);
    assert!(shadows > 10 && width < 2.0, "{shadows} {width}");
    state.apply(DisplayCommand::Set(ViewToggle::Floor, false));
    state.apply(DisplayCommand::Set(ViewToggle::Grid, false));
    assert_eq!(drawn(&mut state), (false, 0, 0.0));
}

#[test]
fn the_home_view_of_a_take_beside_a_hidden_one_follows_it_from_where_it_is_framed() {
    let folder = Folder::new("beside");
    let still = [[0.0, 90.0, 0.0]; 3];
    let walks = [[0.0, 90.0, 0.0], [900.0, 90.0, 0.0], [1800.0, 90.0, 0.0]];
    let mut state = state(&folder, &[figure(0.0, &walks), figure(0.0, &still)]);
    assert_eq!(state.session.takes.active_place(), 0);
    state.apply(TakesCommand::Show(state.id(1), false));
    state.apply(CameraCommand::ResetView);
    state.apply(TakesCommand::Activate(state.id(1)));
    state.apply(PlaybackCommand::Seek(1));
    state.prepare();
    // What shows is the walk, nine metres on, while the take that is active is hidden.
    state.set_view_size(SIZE * 0.5);
    state.prepare();
    assert!(state.view.follows());
    let target = state.view.shown.target;
    assert!((target.x - 9.0).abs() < 1.0, "{target}");
}

#[test]
fn a_view_that_was_never_saved_changes_nothing() {
    let mut state = App::new(&[], OpenOptions::default());
    state.set_view_size(SIZE);
    state.apply(CameraCommand::ShowView(3));
    state.set_view_size(Vec2::new(120.0, 800.0));
    state.prepare();
    let home = state.view.shown;
    state.apply(CameraCommand::ResetView);
    state.prepare();
    assert_eq!(state.view.shown, home, "it still follows the window's size");
}
