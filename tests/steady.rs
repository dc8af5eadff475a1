//! Playing asks for no memory: what a picture needs is kept from the one before.
//!
//! Panels are laid out anew for a picture of another frame; what is counted here is everything else.

mod support;

use rushes::app::{Command, Selecting, Sheet, State, Switch};
use rushes::render::{Headless, Renderer, Viewport};
use rushes::scene::{DisplayStyle, Palette};
use support::folder::Folder;
use support::large;
use support::memory::{Counting, allocations_in};
use support::tools;

#[global_allocator]
static MEMORY: Counting = Counting;

const VIEW: Viewport = Viewport {
    x: 0,
    y: 0,
    width: 640,
    height: 360,
};

/// Several takes that play.
fn playing(folder: &Folder) -> State {
    let mut state = State::default();
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| folder.write(name, &large::bvh(500)));
    state.apply(Command::Open(files.iter().map(Into::into).collect()));
    assert_eq!(state.takes.len(), 3);
    state.apply(Command::TogglePlay);
    state
}

/// How often memory is asked for by some pictures of a take that plays, once a few were drawn.
fn asked_for(state: &mut State) -> usize {
    let headless = Headless::new().unwrap_or_else(|e| panic!("{e}"));
    let mut renderer = Renderer::new(headless.gl().clone()).unwrap_or_else(|e| panic!("{e}"));
    let mut sheet = Sheet::new(Palette::DARK);
    let mut picture = |state: &mut State| {
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
    state.apply(Command::Set(Switch::Blend, true));
    assert_eq!(asked_for(&mut state), 0, "blended");
    state.apply(Command::Set(Switch::Ghosts, true));
    assert_eq!(asked_for(&mut state), 0, "with ghosts");
    for display in [DisplayStyle::Octahedra, DisplayStyle::Capsules] {
        state.apply(Command::Display(display));
        assert_eq!(asked_for(&mut state), 0, "{display:?}");
    }
    let nodes = state.takes[0].take.skeleton.iter().map(|(id, _)| id);
    let selected = Command::SelectNodes(nodes.skip(10).collect(), Selecting::Instead);
    state.apply(selected);
    state.apply(Command::Set(Switch::Trails, true));
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
    let mut state = State::default();
    state.apply(Command::Open(vec![folder.write(file, &text).into()]));
    assert!(state.takes[0].take.is_of_markers());
    state.apply(Command::TogglePlay);
    if state.follow.is_none() {
        state.apply(Command::ToggleFollow);
    }
    assert_eq!(asked_for(&mut state), 0);
    assert!(state.follow.is_some());
}
