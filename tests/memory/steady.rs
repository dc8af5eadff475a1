//! Playing asks for no memory: what a picture needs is kept from the one before.
//!
//! Panels are laid out anew for a picture of another frame; what is counted here is everything else.

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::memory::allocations_in;
use crate::support::{large, tools};
use rushes::app::{
    CameraCommand, Command, DisplayCommand, FilesCommand, PlaybackCommand, SceneBuffers,
    SelectMode, SelectionCommand, ViewToggle,
};
use rushes::render::{Headless, Renderer, Viewport};
use rushes::scene::{DisplayStyle, ThemeColours};

const VIEW: Viewport = Viewport { x: 0, y: 0, width: 640, height: 360 };

/// Several takes that play.
fn playing(folder: &Folder) -> App {
    let mut state = App::default();
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| folder.write(name, &large::bvh(500)));
    state.apply(FilesCommand::Open(files.iter().map(Into::into).collect()));
    assert_eq!(state.session.takes.len(), 3);
    state.apply(PlaybackCommand::Toggle);
    state
}

/// How often memory is asked for by some pictures of a take that plays, once a few were drawn.
fn asked_for(state: &mut App) -> usize {
    let headless = Headless::new().unwrap_or_else(|e| panic!("{e}"));
    let mut renderer = Renderer::new(headless.gl().clone()).unwrap_or_else(|e| panic!("{e}"));
    let mut sheet = SceneBuffers::new(ThemeColours::DARK);
    let mut picture = |state: &mut App| {
        assert!(state.tick(1.0 / 60.0));
        state.prepare();
        state.draw(360.0, 1.0, &mut sheet);
        assert!(!sheet.list.strokes.is_empty());
        renderer.draw(&sheet.list, VIEW);
    };
    for _ in 0..30 {
        picture(state);
    }
    let (_, count) = allocations_in(|| {
        for _ in 0..60 {
            picture(state);
        }
    });
    renderer.free();
    count
}

#[test]
fn takes_that_play_ask_for_no_memory() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("steady");
    let mut state = playing(&folder);
    assert_eq!(asked_for(&mut state), 0);
    state.apply(DisplayCommand::Set(ViewToggle::Blend, true));
    assert_eq!(asked_for(&mut state), 0, "blended");
    state.apply(DisplayCommand::Set(ViewToggle::Ghosts, true));
    assert_eq!(asked_for(&mut state), 0, "with ghosts");
    for display in [DisplayStyle::Octahedra, DisplayStyle::Capsules] {
        state.apply(DisplayCommand::Style(display));
        assert_eq!(asked_for(&mut state), 0, "{display:?}");
    }
    let nodes = state.session.takes[0].take.skeleton.iter().map(|(id, _)| id);
    let selected = Command::Selection(SelectionCommand::SelectNodes(
        nodes.skip(10).collect(),
        SelectMode::Replace,
    ));
    state.apply(selected);
    state.apply(DisplayCommand::Set(ViewToggle::Trails, true));
    assert_eq!(asked_for(&mut state), 0, "with trails");
}

#[test]
fn a_camera_that_follows_markers_asks_for_no_memory() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("steady-markers");
    let large::Large { file, bytes, .. } = large::trc(300);
    let text = String::from_utf8(bytes).expect("text");
    let mut state = App::default();
    state.apply(FilesCommand::Open(vec![folder.write(file, &text).into()]));
    assert!(state.session.takes[0].take.is_of_markers());
    state.apply(PlaybackCommand::Toggle);
    if !state.view.follows() {
        state.apply(CameraCommand::ToggleFollow);
    }
    assert_eq!(asked_for(&mut state), 0);
    assert!(state.view.follows());
}
