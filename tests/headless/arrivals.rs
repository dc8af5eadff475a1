//! What comes of files that are on their way, whenever it comes: in another order, late, or unwanted.

use std::path::PathBuf;

use crate::support::app::{App, on};
use crate::support::folder::Folder;
use rushes::app::{
    Arrival, CameraCommand, Effect, FigureCommand, FilesCommand, HistoryCommand, PartialTake,
    Request, SelectMode, SelectionCommand, State, TakesCommand, open_blocking,
};
use rushes::store::Store;
use rushes::take::NodeId;

/// The requests among these effects; the others are cancellations.
fn requests(effects: Vec<Effect>) -> (Vec<Request>, usize) {
    let mut found = Vec::new();
    let mut cancelled = 0;
    for effect in effects {
        match effect {
            Effect::Load(request) => found.push(request),
            Effect::CancelLoading(_) => cancelled += 1,
            other => panic!("{other:?}"),
        }
    }
    (found, cancelled)
}

fn request(effects: Vec<Effect>) -> Request {
    let (mut requests, _) = requests(effects);
    requests.pop().expect("a request")
}

fn arrive(state: &mut State, request: &Request) {
    for arrival in open_blocking(request, &Store::nowhere()) {
        let _ = state.arrive(arrival);
    }
}

/// The first frames of what a request brings.
fn arrive_in_part(state: &mut State, request: &Request) {
    for mut arrival in open_blocking(request, &Store::nowhere()) {
        if let Arrival::Take { id, open, .. } = &mut arrival {
            open.partial = Some(PartialTake { request: *id, frames: 100 });
            let _ = state.arrive(arrival);
        }
    }
}

fn titles(state: &State) -> Vec<String> {
    let takes = state.session.takes.iter();
    takes.map(|open| open.title()).collect()
}

/// A folder of takes, and the state with the first of them open.
fn leafing(name: &str) -> (Folder, State) {
    let folder = Folder::new(name);
    for take in ["a.bvh", "b.bvh", "c.bvh", "d.bvh"] {
        folder.take(take, 3);
    }
    let mut state = State::default();
    let first = PathBuf::from(folder.path("a.bvh"));
    let request = request(state.begin(vec![first]));
    arrive(&mut state, &request);
    (folder, state)
}

fn next(state: &mut State) -> (Request, usize) {
    let next = FilesCommand::NextInFolder { step: 1, add: false };
    let (mut requests, cancelled) = requests(state.apply(next));
    (requests.pop().expect("a request"), cancelled)
}

#[test]
fn the_built_in_take_is_asked_for_once_and_stays_away_when_somebody_brings_their_own() {
    let folder = Folder::new("arrivals-welcome");
    let mine = folder.take("mine.bvh", 3);
    let mut state = State::default();
    let welcome = request(state.begin(Vec::new()));
    assert_eq!(state.apply(FilesCommand::OpenBuiltin), []);
    let own = request(state.apply(FilesCommand::Open(vec![mine])));
    let mut cancelled = Vec::new();
    for arrival in open_blocking(&own, &Store::nowhere()) {
        cancelled.extend(state.arrive(arrival));
    }
    assert!(cancelled.contains(&Effect::CancelLoading(welcome.id)));
    arrive(&mut state, &welcome);
    assert_eq!(titles(&state), ["mine.bvh"]);
}

#[test]
fn steps_through_a_folder_add_up_while_files_are_on_their_way() {
    let (_folder, mut state) = leafing("arrivals-steps");
    let (passed, _) = next(&mut state);
    let (wanted, cancelled) = next(&mut state);
    assert_eq!(cancelled, 1);
    // A click into the figure is no other place in the folder.
    let take = state.session.takes[0].id;
    let node: NodeId = state.session.takes[0].take.skeleton.roots()[0];
    let mode = SelectMode::Replace;
    let _ = state.apply(SelectionCommand::Pick { take, node, mode });
    let _ = state.arrive(Arrival::End { id: passed.id, cancelled: true });
    arrive(&mut state, &wanted);
    assert_eq!(titles(&state), ["c.bvh"]);
    let (last, _) = next(&mut state);
    arrive(&mut state, &last);
    assert_eq!(titles(&state), ["d.bvh"]);
    let (beyond, _) = next(&mut state);
    arrive(&mut state, &beyond);
    let reported = &state.interface.notices.last().expect("a notice").text;
    assert_eq!(reported, "This is the last take in its folder.");
}

#[test]
fn a_file_that_was_leafed_past_while_it_came_does_not_come_back() {
    let (_folder, mut state) = leafing("arrivals-passed");
    let (large, _) = next(&mut state);
    arrive_in_part(&mut state, &large);
    assert_eq!(titles(&state), ["b.bvh"]);
    let (wanted, cancelled) = next(&mut state);
    assert_eq!(cancelled, 1, "the rest of it is not waited for");
    let _ = state.arrive(Arrival::End { id: large.id, cancelled: true });
    arrive(&mut state, &wanted);
    assert_eq!(titles(&state), ["c.bvh"]);
}

#[test]
fn a_take_that_is_closed_while_it_comes_stays_closed() {
    let folder = Folder::new("arrivals-closed");
    let files = vec![folder.take("a.bvh", 3), folder.take("b.bvh", 3)];
    let mut state = State::default();
    let own = request(state.begin(files));
    arrive_in_part(&mut state, &own);
    let first = state.session.takes[0].id;
    let _ = state.apply(TakesCommand::Close(first));
    arrive(&mut state, &own);
    assert_eq!(titles(&state), ["b.bvh"]);
    let again = request(state.apply(HistoryCommand::Undo));
    arrive(&mut state, &again);
    assert_eq!(titles(&state), ["a.bvh", "b.bvh"]);
    let whole = &state.session.takes[0];
    assert_eq!((whole.partial, whole.take.motion.frame_count()), (None, 3));
}

#[test]
fn following_a_node_that_a_newer_file_has_no_more_breaks_nothing() {
    let folder = Folder::new("arrivals-fewer");
    let marked = |names: &[&str]| {
        let markers: String = names
            .iter()
            .map(|name| format!("JOINT {name}\n{{\nOFFSET 1 0 0\nCHANNELS 0\n}}\n"))
            .collect();
        format!(
            "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
             {markers}}}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n1 0 0\n"
        )
    };
    let file = folder.write("a.bvh", &marked(&["A", "B", "C"]));
    let mut app = on(&[&file]);
    let node = app.take().unwrap().take.skeleton.find("C").expect("C");
    app.apply(CameraCommand::FollowNode(node));
    folder.write("a.bvh", &marked(&["A"]));
    app.reload_changed(&[PathBuf::from(&file)]);
    app.prepare();
    assert_eq!(app.take().unwrap().take.skeleton.nodes().len(), 2);
}

#[test]
fn of_two_takes_of_one_skeleton_the_one_that_was_coloured_is_remembered() {
    let folder = Folder::new("arrivals-colours");
    let [one, two] = ["a.bvh", "b.bvh"].map(|name| folder.take(name, 3));
    let store = || Store::in_folder(folder.path("kept"));
    let mut app = App::default();
    app.remember_in(store());
    app.begin(&[one.clone(), two]);
    app.apply(FigureCommand::Colour { parts: vec![0], colour: [1, 2, 3, 255] });
    app.remember_colours();
    let mut later = App::default();
    later.remember_in(store());
    later.begin(&[one]);
    assert_eq!(later.take().unwrap().edits.picked, [Some([1, 2, 3, 255])]);
}
